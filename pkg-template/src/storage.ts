/**
 * The contract between the memory tool and the place that keeps its files.
 *
 * A store moves bytes. It knows nothing of commands, lines or messages: whatever the model reads is decided by the core.
 * Every method may return its result at once or as a promise, and may throw or reject; a condition that does not hold
 * (`when`, `version`) is a result with a `status` of its own, never an error.
 *
 * Paths are what the core has checked: `/memories`, the root, or `/memories/` and names joined by single slashes, each
 * of them legal, in Unicode NFC and compared by code point. The root is always there, as a directory.
 */
export interface MemoryStorage {
  readonly capabilities?: Partial<StorageCapabilities>;

  /** What lies at `path`, without reading its bytes; `null` where nothing does. */
  stat(path: string): Awaitable<Stat | null>;

  /**
   * The bytes of the file at `path`: all of them, or `length` bytes from `offset` on (fewer where the file ends before).
   * `missing` where nothing, a directory or something other than a file lies there. With `version`, `changed` unless the
   * file still has it.
   */
  read(path: string, options: ReadOptions): Awaitable<ReadResult>;

  /**
   * Makes `bytes` the content of the file at `path`, whole or not at all, and makes the directories above it.
   *
   * - `when: "absent"`: only where nothing is; else `exists` (also for a directory).
   * - `when: { version }`: only over the file that has this version; else `changed` (also when the file is gone).
   * - `when: "any"`: over whatever file is there or none; `is_directory` over a directory.
   * - `not_a_directory`, with its path, where a file lies in the place of a directory above.
   * - `over_budget`, with the usage before the write, where it makes a file or directory and there would be more than
   *   `budget.files`, or makes the file longer and there would be more than `budget.bytes`.
   *
   * The bytes belong to the store from then on.
   */
  write(path: string, bytes: Uint8Array, options: WriteOptions): Awaitable<WriteResult>;

  /**
   * What lies below `directory`, down to `depth` levels, depth first: an entry, then (for a directory) what is in it.
   * Entries of one directory are in the order of their names' UTF-8 bytes. The root's own entry is not among them.
   * A page ends where the store likes; `cursor` asks for what follows and is `null` at the end. `null` instead of a page
   * where `directory` is no directory. No file's bytes are read.
   */
  list(directory: string, options: ListOptions): Awaitable<ListPage | null>;

  /**
   * Removes the file at `path`, or the directory with all that is in it. With `version`, only the file that still has it
   * (else `changed`). The root is never asked for.
   */
  remove(path: string, options: RemoveOptions): Awaitable<RemoveResult>;

  /**
   * Moves a file, or a directory with all that is in it, and makes the directories above `to`. Never overwrites. Looks
   * in this order: `missing` (the source), `exists` (the destination), `not_a_directory` (a file above the destination),
   * `over_budget` (directories would have to be made and there would be more than `budget.files`). `to` never lies below `from`.
   */
  rename(from: string, to: string, options: RenameOptions): Awaitable<RenameResult>;

  /** How many files and directories (the root not counted) the store holds, and how many bytes the files have. */
  usage(): Awaitable<Usage>;
}

export type Awaitable<T> = T | PromiseLike<T>;

/** What a store can and cannot do. What is left out has the value named here. */
export interface StorageCapabilities {
  /** Conditions of `write` and `remove` hold whoever else writes. Default `true`; else the host must be the only writer. */
  compareAndSet: boolean;
  /** Two names that differ only in case are one (default `false`); names are then still reported as they were written. */
  foldsCase: boolean;
  /** Names that Windows reserves or refuses cannot be held. Default `false`. */
  windowsNames: boolean;
  /** The longest name, in bytes of UTF-8. Default 255, which is also the most. */
  longestName: number;
  /** Others may put things there that no command could have made (links, names that are not legal). Default `false`. */
  foreignEntries: boolean;
}

export type Kind = "file" | "directory" | "other";

export interface Stat {
  /** `other`: neither a file nor a directory, a link for instance; such a thing is never read or counted. */
  kind: Kind;
  /** Bytes; 0 for a directory. */
  size: number;
  /** Opaque. Changes with every write of the file. */
  version: string;
  /** Time of the last change, in milliseconds since 1970. */
  modified: number;
}

export interface ReadOptions {
  offset?: number;
  length?: number;
  version?: string;
}

export type ReadResult =
  | {
      status: "ok";
      bytes: Uint8Array;
      version: string;
      /** Bytes of the whole file. */
      size: number;
    }
  | { status: "missing" | "changed" };

/** What the store may hold after a write or a rename: bytes in files, and files and directories. */
export interface Budget {
  bytes: number;
  files: number;
}

export interface WriteOptions {
  when: "absent" | "any" | { version: string };
  budget?: Budget;
}

export type WriteResult =
  | { status: "ok"; version: string }
  | { status: "exists" | "changed" | "is_directory" }
  | { status: "not_a_directory"; path: string }
  | { status: "over_budget"; usage: Usage };

export interface ListOptions {
  depth: number;
  cursor?: string;
}

export interface ListPage {
  entries: Entry[];
  cursor: string | null;
}

export interface Entry {
  path: string;
  kind: Kind;
  /** Bytes; 0 for a directory. */
  size: number;
}

export interface RemoveOptions {
  version?: string;
}

export type RemoveResult = { status: "ok" | "missing" | "changed" };

export interface RenameOptions {
  budget?: Budget;
}

export type RenameResult =
  | { status: "ok" | "missing" | "exists" }
  | { status: "not_a_directory"; path: string }
  | { status: "over_budget"; usage: Usage };

export interface Usage {
  files: number;
  bytes: number;
}
