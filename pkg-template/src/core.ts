import { MemoryToolError } from "./errors.js";
import { __wbg_reset_state, initSync } from "./wasm/memory_tool.js";

/** How an environment gets the module. It is asked once. */
export type LoadModule = () => WebAssembly.Module | Promise<WebAssembly.Module>;

/**
 * The one instance of the core. All tools share it: it keeps no memory of theirs but the calls in flight.
 *
 * Every call into it goes through `enter`. Where one ends in a trap, or in whatever else JavaScript throws through it, the
 * instance is not to be trusted any more: it is replaced at once, and everyone who had something in it is told.
 */
class Core {
  /** Counts the instances; 0 before the first. */
  generation = 0;
  #loading: Promise<void> | undefined;
  #depth = 0;
  #broken: { cause: unknown } | undefined;
  readonly #onStop = new Set<(cause: unknown) => void>();

  /** Makes the instance, the first time. Synchronous where the module comes at once. */
  load(loadModule: LoadModule): Promise<void> | undefined {
    if (this.generation > 0) {
      return undefined;
    }
    if (this.#loading) {
      return this.#loading;
    }
    try {
      const module = loadModule();
      if (module instanceof WebAssembly.Module) {
        this.#instantiate(module);
        return undefined;
      }
      this.#loading = module
        .then((loaded) => this.#instantiate(loaded))
        .catch((cause: unknown) => {
          // Asked anew by the next call: a network that failed once may work then.
          this.#loading = undefined;
          throw unavailable(cause);
        });
      return this.#loading;
    } catch (cause) {
      throw unavailable(cause);
    }
  }

  #instantiate(module: WebAssembly.Module): void {
    if (this.generation === 0) {
      initSync({ module });
      this.generation = 1;
    }
  }

  /** Runs what calls into the instance. */
  enter(work: () => void): void {
    this.#depth += 1;
    try {
      work();
    } catch (cause) {
      this.#broken ??= { cause };
    }
    this.#depth -= 1;
    // A store may call the tool from within a method: the instance is replaced when the last of its calls has returned.
    if (this.#broken && this.#depth === 0) {
      const { cause } = this.#broken;
      this.#broken = undefined;
      this.#stop(cause);
    }
  }

  #stop(cause: unknown): void {
    this.generation += 1;
    const told = [...this.#onStop];
    this.#onStop.clear();
    for (const tell of told) {
      tell(cause);
    }
    __wbg_reset_state();
  }

  /** Is told once, when the instance stops. */
  onStop(tell: (cause: unknown) => void): void {
    this.#onStop.add(tell);
  }

  offStop(tell: (cause: unknown) => void): void {
    this.#onStop.delete(tell);
  }
}

function unavailable(cause: unknown): MemoryToolError {
  return new MemoryToolError("wasm_unavailable", "the WebAssembly module of memory-tool could not be loaded", {
    cause,
  });
}

export const core = new Core();
