/**
 * The contract between the memory tool and the place that keeps its files.
 *
 * A store moves bytes. It knows nothing of commands, lines or messages: whatever the model reads is decided by the
 * core. Every method may return its result at once or as a promise, and may throw or reject; a condition that does not
 * hold (`when`, `version`) is a result with a `status` of its own, never an error.
 *
 * Paths are what the core has checked: `/memories`, the root, or `/memories/` and names joined by single slashes, each
 * of them legal, in Unicode NFC and compared by code point. The root is always there, as a directory.
 *
 * Each line of a list is a behaviour that `storageConformance` of `memory-tool/testing` tests under the same words. A
 * status is written there in words: `not_a_directory` is not a directory.
 */
export interface MemoryStorage {
  readonly capabilities?: Partial<StorageCapabilities>;

  /**
   * What lies at `path`, without reading its bytes; `null` where nothing does.
   *
   * - stat finds a directory at the root of a new store
   * - stat finds nothing where nothing lies, nor below a file
   * - stat of a file tells its kind, its size and the version of its last write
   * - stat of a directory tells its kind and the size 0
   * - looking at a file leaves its version as it is
   */
  stat(path: string): Awaitable<Stat | null>;

  /**
   * The bytes of the file at `path`: all of them, or `length` bytes from `offset` on. What is neither a file nor a
   * directory is `missing` too.
   *
   * - a read gives all bytes as they were written, whatever their values
   * - a read of an empty file gives no bytes
   * - a read of ten megabytes gives them all
   * - a read tells the size and the version that stat tells
   * - a read of a part gives as many bytes as asked for, from its offset on
   * - a read of a part is shorter where the file ends before, and empty beyond its end
   * - a read of a part tells the size and the version of the whole file
   * - a read answers missing where nothing or a directory lies, and below a file
   * - a read with a version answers changed unless the file still has it
   * - a read with a version answers missing where the file is gone
   * - what a reader does to the bytes it was given does not reach the file
   * - bytes that were read stay as they are when the file is written anew
   * - a reader during many writes sees only whole versions
   * - what one client has written another reads at once
   */
  read(path: string, options: ReadOptions): Awaitable<ReadResult>;

  /**
   * Makes `bytes` the content of the file at `path`, whole or not at all. The bytes belong to the store from then on.
   *
   * `when` is the condition: `absent`, nothing may be there; `{ version }`, the file must have this version; `any`,
   * none. The write may make no file or directory where there would be more than `budget.files`, and may make no file
   * longer where there would be more than `budget.bytes`.
   *
   * - a write makes the directories above it
   * - a write of a part of a larger buffer is not changed with the buffer
   * - a write without a condition makes a file, and replaces whatever file is there
   * - a write without a condition answers is a directory where a directory lies
   * - a write answers not a directory, with the path of the file that lies in the place of a directory above
   * - a write that is refused leaves everything as it was
   * - every write gives the file another version, for the same bytes too, and after a removal
   * - many writes at once below the same new directories are all done
   * - a write is done though the directory above it is removed meanwhile
   * - a file may lie where a directory was, and a directory where a file was
   * - a write where nothing may be answers exists where a file or a directory lies
   * - a write with a version replaces the file that has it
   * - a write with a version answers changed where the file has another
   * - a write with a version answers changed where the file is gone or a directory lies
   * - of many writes at once with one version exactly one is done
   * - of many writes at once where nothing may be exactly one is done
   * - no edit is lost when many read, change and write with the version they read
   * - of a write and a removal at once with one version exactly one is done
   * - a write is done up to the budget, and beyond it answers over budget
   * - the directories that a write makes count as files of the budget
   * - over budget comes with the usage before the write
   * - a write that makes no file longer is done beyond the budget too
   * - the condition of a write is looked at before the budget
   * - of many writes at once no more are done than the budget allows
   * - names hold spaces, percent signs, quotes, and characters beyond U+FFFF
   * - names that a programming language has a meaning for are names like any other
   * - names in Unicode NFC come back in NFC
   * - names that differ in case only are two names, or, in a store that folds case, one that exists already
   * - names are as long as the store says
   * - names that Windows refuses are held, unless the store says that it cannot
   * - a path has up to 32 names
   */
  write(path: string, bytes: Uint8Array, options: WriteOptions): Awaitable<WriteResult>;

  /**
   * What lies below `directory`, down to `depth` levels, without the directory itself; `null` where it is no directory.
   * A page ends where the store likes; `cursor` asks for what follows and is `null` at the end. No file's bytes are
   * read.
   *
   * - a list of a new store is empty
   * - a list finds no directory at a file, where nothing lies, and below a file
   * - a list is depth first: an entry, then, for a directory, what is in it
   * - a list tells kinds, and sizes, which are 0 for directories
   * - the entries of one directory are in the order of their names' UTF-8 bytes
   * - a list keeps a directory apart from what begins with its name
   * - a list goes down as many levels as it is asked to
   * - a list of thousands of entries gives each once and in order, page after page
   * - what is there throughout comes once, though others change between two pages
   * - an empty directory is listed, and has an empty list
   */
  list(directory: string, options: ListOptions): Awaitable<ListPage | null>;

  /**
   * Removes the file at `path`, or the directory with all that is in it. The root is never asked for.
   *
   * - a removal takes a file and leaves what lies beside it
   * - a removal takes a directory with all that is in it, and nothing that begins with its name
   * - a removal answers missing where nothing lies, and below a file
   * - a removal with a version takes only the file that has it, and else answers changed
   * - a directory outlives its last file
   * - a removal of 5,000 files takes them all
   */
  remove(path: string, options: RemoveOptions): Awaitable<RemoveResult>;

  /**
   * Moves a file, or a directory with all that is in it. Never overwrites. `to` never lies below `from`, and the root
   * is never moved.
   *
   * - a rename moves a file, and makes the directories above its new name
   * - a rename moves a directory with all that is in it, and nothing that begins with its name
   * - a rename never overwrites: it answers exists where a file or a directory lies
   * - a rename looks at its source, then at its destination, then at what lies above that
   * - a rename is over budget only by the directories it makes
   * - of many renames at once to one name exactly one is done
   * - of many renames at once of one file exactly one is done
   * - of a rename and a write at once to one name exactly one is done
   */
  rename(from: string, to: string, options: RenameOptions): Awaitable<RenameResult>;

  /**
   * How many files and directories (the root not counted) the store holds, and how many bytes the files have.
   *
   * - usage counts files and directories, and the bytes of files, through every change
   * - usage counts what another client has changed
   */
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
  /** Bytes that the store likes to be asked for at once; a large file is viewed in blocks of so many. Default 1 MiB. */
  blockBytes: number;
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
