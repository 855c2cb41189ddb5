import { core, type LoadModule } from "./core.js";
import { type Decode, decodeUtf8 } from "./decode.js";
import { MemoryToolError, StorageError } from "./errors.js";
import { Host, type CoreListener } from "./host.js";
import { encodeInput } from "./input.js";
import { checkOptions, type CoreOptions } from "./options.js";
import type { MemoryStorage } from "./storage.js";
import type { MemoryEvent, MemoryResult, MemoryTool, MemoryToolOptions, MemoryToolResult } from "./types.js";
import { WasmMemoryTool } from "./wasm/memory_tool.js";

/** `createMemoryTool` for an environment that gets the module, and makes texts of bytes, in this way. */
export function bindCreate(
  loadModule: LoadModule,
  decode: Decode = decodeUtf8,
): (options: MemoryToolOptions) => MemoryTool {
  return (options) => new Tool(loadModule, decode, options);
}

interface Call {
  resolve(result: MemoryResult): void;
  reject(error: MemoryToolError): void;
}

class Tool implements MemoryTool {
  readonly definition = { type: "memory_20250818", name: "memory" } as const;
  readonly #loadModule: LoadModule;
  readonly #decode: Decode;
  readonly #storage: MemoryStorage;
  readonly #options: CoreOptions;
  readonly #timeoutMs: number;
  readonly #onEvent: ((event: MemoryEvent) => void) | undefined;
  readonly #calls = new Map<number, Call>();
  #nextCall = 0;
  #wasm: { tool: WasmMemoryTool; generation: number } | undefined;

  constructor(loadModule: LoadModule, decode: Decode, options: MemoryToolOptions) {
    const { core: coreOptions, timeoutMs } = checkOptions(options);
    this.#loadModule = loadModule;
    this.#decode = decode;
    this.#storage = options.storage;
    this.#options = coreOptions;
    this.#timeoutMs = timeoutMs;
    this.#onEvent = options.onEvent;
  }

  async execute(input: unknown): Promise<MemoryResult> {
    // Taken as it is now: the caller may go on to change the object.
    const encoded = encodeInput(input);
    const loading = core.load(this.#loadModule);
    if (loading) {
      await loading;
    }
    const wasm = this.#open();
    return new Promise((resolve, reject) => {
      const call = this.#nextCall;
      this.#nextCall = (call + 1) >>> 0;
      if (this.#calls.size === 0) {
        core.onStop(this.#stopped);
      }
      this.#calls.set(call, { resolve, reject });
      core.enter(() => wasm.start(call, encoded));
    });
  }

  async toolResult(toolUse: { id: string; input: unknown }): Promise<MemoryToolResult> {
    const result = await this.execute(toolUse.input);
    return { type: "tool_result", tool_use_id: toolUse.id, ...result };
  }

  /** This tool's part of the current instance. */
  #open(): WasmMemoryTool {
    if (this.#wasm?.generation === core.generation) {
      return this.#wasm.tool;
    }
    const { generation } = core;
    try {
      const tool = new WasmMemoryTool(new Host(this.#listener, this.#decode), this.#storage, this.#options);
      this.#wasm = { tool, generation };
      return tool;
    } catch (cause) {
      throw new MemoryToolError("invalid_options", "the store's `capabilities` cannot be used", { cause });
    }
  }

  readonly #listener: CoreListener = {
    watch: (request, promise) => this.#watch(request, promise),
    finish: (call, result) => this.#finish(call, result),
    tell: (event) => this.#tell(event),
  };

  #watch(request: number, promise: PromiseLike<unknown>): void {
    const { generation } = core;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Names `this`, and so keeps the tool while the promise is pending: nothing else may.
    const settle = (value: unknown, rejected: boolean): void => {
      clearTimeout(timer);
      if (this.#wasm && generation === core.generation) {
        const { tool } = this.#wasm;
        core.enter(() => tool.settle(request, value, rejected));
      }
    };
    if (this.#timeoutMs !== Number.POSITIVE_INFINITY) {
      const late = `the store has not answered within ${this.#timeoutMs} ms`;
      timer = setTimeout(
        () => settle(new StorageError("timeout", late), true),
        Math.min(this.#timeoutMs, MAX_TIMER_MS),
      );
    }
    // Not `promise.then`: what the store calls a promise may throw there, or settle twice.
    Promise.resolve(promise).then(
      (value) => settle(value, false),
      (error: unknown) => settle(error, true),
    );
  }

  #finish(number: number, result: MemoryResult): void {
    const call = this.#calls.get(number);
    this.#calls.delete(number);
    if (this.#calls.size === 0) {
      core.offStop(this.#stopped);
    }
    call?.resolve(result);
  }

  readonly #stopped = (cause: unknown): void => {
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    this.#tell({ type: "core_stopped", cause });
    const message = "the core stopped in the middle of this call; look at the memory before you repeat it";
    for (const call of calls) {
      call.reject(new MemoryToolError("core_stopped", message, { cause }));
    }
  };

  #tell(event: MemoryEvent): void {
    // After the core has returned, so that a listener may call the tool, and what it throws is its own.
    const onEvent = this.#onEvent;
    if (onEvent) {
      queueMicrotask(() => onEvent(event));
    }
  }
}

/** What a timer can hold; a longer one would go off at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;
