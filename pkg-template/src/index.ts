/** Everything that the package's main entry exports but `createMemoryTool`, which each environment's entry makes. */
export { MemoryToolError, StorageError } from "./errors.js";
export type { MemoryToolErrorCode, StorageErrorCode } from "./errors.js";
export type * from "./storage.js";
export type * from "./types.js";
