import type { Decode } from "./decode.js";
import type { StorageErrorCode } from "./errors.js";
import type { ImageMediaType, MemoryEvent, MemoryResult } from "./types.js";

/** The tool, as the core speaks to it. */
export interface CoreListener {
  /** A promise of the store: its outcome goes to the core under this number. */
  watch(request: number, promise: PromiseLike<unknown>): void;
  finish(call: number, result: MemoryResult): void;
  tell(event: MemoryEvent): void;
}

/**
 * What the core calls: `JsHost` of src/wasm/bridge.rs.
 *
 * It knows the tool only weakly. The core keeps this object, so that a tool which its owner has dropped would otherwise stay
 * for as long as the process. A call in flight keeps its tool by the promise that it waits for.
 */
export class Host {
  readonly #listener: WeakRef<CoreListener>;
  readonly #decode: Decode;

  constructor(listener: CoreListener, decode: Decode) {
    this.#decode = decode;
    this.#listener = new WeakRef(listener);
  }

  watch(request: number, promise: PromiseLike<unknown>): void {
    this.#listener.deref()?.watch(request, promise);
  }

  /** `content` is the core's own memory, and something else after this call. */
  finish(call: number, content: Uint8Array, mediaType: ImageMediaType | undefined, isError: boolean): void {
    const text = this.#decode(content);
    const source = mediaType && ({ type: "base64", media_type: mediaType, data: text } as const);
    this.#listener.deref()?.finish(call, { content: source ? [{ type: "image", source }] : text, is_error: isError });
  }

  storageFailed(command: string, path: string, code: StorageErrorCode, cause: unknown, retried: boolean): void {
    this.#listener.deref()?.tell({ type: "storage_failed", command, path, code, cause, retried });
  }

  foreignSkipped(directory: string, paths: string[]): void {
    this.#listener.deref()?.tell({ type: "foreign_skipped", directory, paths });
  }
}
