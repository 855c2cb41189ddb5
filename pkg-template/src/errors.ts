/** What went wrong in a store, in words that stay the same from release to release. */
export type StorageErrorCode =
  /** The store cannot be reached or failed for a reason of its own. */
  | "unavailable"
  /** No room is left where the store keeps its bytes. */
  | "full"
  /** The store is not permitted to do this. */
  | "denied"
  /** The place can only be read. */
  | "read_only"
  /** What the store found is damaged. */
  | "corrupt"
  /** The store did not answer in time. */
  | "timeout"
  /** The store answered something that its contract does not allow. */
  | "invalid_result"
  /** The place cannot hold this name. */
  | "name_not_allowed";

/** Thrown by stores. Any other error that a store throws counts as `unavailable`, with an unknown outcome. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly code: StorageErrorCode;
  /** `unchanged`: the store is as it was before the call. `unknown`: the call may have had its effect, or part of it. */
  readonly outcome: "unchanged" | "unknown";

  constructor(
    code: StorageErrorCode,
    message: string,
    options: { outcome?: "unchanged" | "unknown"; cause?: unknown } = {},
  ) {
    super(message, "cause" in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.outcome = options.outcome ?? "unknown";
  }
}

export type MemoryToolErrorCode =
  /** An option has a value that cannot be used; the message names it. */
  | "invalid_options"
  /** The WebAssembly module could not be loaded. */
  | "wasm_unavailable"
  /** The core stopped in the middle of a call; whether the call had its effect is unknown. The next call starts anew. */
  | "core_stopped";

/** Thrown to the host, never shown to the model. */
export class MemoryToolError extends Error {
  override readonly name = "MemoryToolError";
  readonly code: MemoryToolErrorCode;

  constructor(code: MemoryToolErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
