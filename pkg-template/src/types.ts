import type { StorageErrorCode } from "./errors.js";
import type { MemoryStorage } from "./storage.js";

/** The `input` of the memory tool's `tool_use` block. */
export type MemoryCommand =
  | ViewCommand
  | CreateCommand
  | StrReplaceCommand
  | InsertCommand
  | DeleteCommand
  | RenameCommand;

export interface ViewCommand {
  command: "view";
  path: string;
  /** First and last line of a file, or entry of a listing: from 1, inclusive; -1 is the last. */
  view_range?: number[] | null;
}

export interface CreateCommand {
  command: "create";
  path: string;
  file_text: string;
}

export interface StrReplaceCommand {
  command: "str_replace";
  path: string;
  old_str: string;
  /** Left out: `old_str` is deleted. */
  new_str?: string | null;
}

export interface InsertCommand {
  command: "insert";
  path: string;
  /** The line after which the text goes; 0 is the top. */
  insert_line: number;
  insert_text: string;
}

export interface DeleteCommand {
  command: "delete";
  path: string;
}

export interface RenameCommand {
  command: "rename";
  old_path: string;
  new_path: string;
}

export type ImageMediaType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

/** The content blocks that the tool answers with: images. Text comes as a string. */
export interface ContentBlock {
  type: "image";
  source: { type: "base64"; media_type: ImageMediaType; data: string };
}

/** What goes into a `tool_result` block. */
export interface MemoryResult {
  content: string | ContentBlock[];
  is_error: boolean;
}

/** A whole `tool_result` block. */
export interface MemoryToolResult extends MemoryResult {
  type: "tool_result";
  tool_use_id: string;
}

export interface MemoryToolOptions {
  /** Where the files are kept. */
  storage: MemoryStorage;
  limits?: MemoryLimits;
  /** What `create` does where a file is: answer that it exists (the default), or replace it. */
  createExisting?: "error" | "overwrite";
  /** Nobody else writes to the store: needed for one whose conditions do not hold against others. Default `false`. */
  singleWriter?: boolean;
  /** Milliseconds after which a store that has not answered counts as failed. Default 30,000; `Infinity` waits for ever. */
  storageTimeoutMs?: number;
  /** Told what the model is not told. An error that it throws is reported as an uncaught one, and disturbs no call. */
  onEvent?: (event: MemoryEvent) => void;
}

/** Each a whole number, or `Infinity` for no limit. */
export interface MemoryLimits {
  /** Bytes of one file. Default 1 MiB (1,048,576). */
  fileBytes?: number;
  /** Bytes of all files together. Default 100 MiB. */
  totalBytes?: number;
  /** Files and directories. Default 10,000. */
  files?: number;
  /** Characters (Unicode scalar values) of the numbered text that a view shows; at least 100. Default 16,000. */
  viewCharacters?: number;
  /** Characters of base64 of an image. Default 5 MiB, which is what the API takes. */
  imageCharacters?: number;
}

export type MemoryEvent =
  /** A store failed. The model was told the kind of failure, and nothing of the error. */
  | {
      type: "storage_failed";
      command: string;
      path: string;
      code: StorageErrorCode;
      /** What the store threw, or the answer that its contract does not allow (`invalid_result`). */
      cause: unknown;
      /** Whether the call was made again after this. */
      retried: boolean;
    }
  /** A listing left out what is not memory: links, special files, names that are not legal. At most 100 are named. */
  | { type: "foreign_skipped"; directory: string; paths: string[] }
  /** The core stopped in the middle of a call and was replaced; the calls in flight were rejected. */
  | { type: "core_stopped"; cause: unknown };

export interface MemoryTool {
  /** The entry for a request's `tools`. */
  readonly definition: { readonly type: "memory_20250818"; readonly name: "memory" };
  /** Carries out a command. Whatever is wrong with it, or with the store, comes back as a result with `is_error`. */
  execute(input: unknown): Promise<MemoryResult>;
  /** The same for a whole `tool_use` block: the `tool_result` block that answers it. */
  toolResult(toolUse: { id: string; input: unknown }): Promise<MemoryToolResult>;
}
