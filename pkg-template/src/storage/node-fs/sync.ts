import { closeSync, constants, fsync, openSync } from "node:fs";
import { codeOf, isNothingThere } from "./error.js";
import { holdDirectory } from "./way.js";

/** How much a change waits for. */
export type Durability =
  /** Bytes and names are on the disk. */
  | "full"
  /** The bytes are; a power failure may bring the old name back. */
  | "relaxed";

/** Waits, off the main thread, until what was written to the file is on the disk. */
export function syncFile(descriptor: number): Promise<void> {
  return new Promise((resolve, reject) => {
    fsync(descriptor, (error) => {
      if (error === null) resolve();
      else reject(error);
    });
  });
}

/** File systems that cannot sync a directory, some network and user-space ones, say so with these. */
const NOT_SUPPORTED: ReadonlySet<string> = new Set(["EINVAL", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/** Brings the names in directories to the disk. Changes of one directory that wait at the same time share one call. */
export class DirectorySync {
  readonly #root: string;
  /** Windows has no such call: the journal of NTFS keeps names. */
  readonly #needed: boolean;
  readonly #running = new Map<string, Promise<void>>();
  readonly #waiting = new Map<string, Promise<void>>();

  constructor(root: string, durability: Durability) {
    this.#root = root;
    this.#needed = durability === "full" && process.platform !== "win32";
  }

  /** The directories are named by their memory paths. */
  async sync(directories: Iterable<string>): Promise<void> {
    if (!this.#needed) return;
    await Promise.all(Array.from(new Set(directories), (directory) => this.#join(directory)));
  }

  /** A call that runs already may have begun before our change, so only one that has yet to begin will do. */
  #join(directory: string): Promise<void> {
    const waiting = this.#waiting.get(directory);
    if (waiting !== undefined) return waiting;
    const before = this.#running.get(directory) ?? Promise.resolve();
    const turn = before.then(
      () => this.#run(directory),
      () => this.#run(directory),
    );
    this.#waiting.set(directory, turn);
    return turn;
  }

  async #run(directory: string): Promise<void> {
    this.#waiting.delete(directory);
    const running = syncDirectory(this.#root, directory);
    this.#running.set(directory, running);
    try {
      await running;
    } finally {
      if (this.#running.get(directory) === running) this.#running.delete(directory);
    }
  }
}

async function syncDirectory(root: string, directory: string): Promise<void> {
  try {
    const held = holdDirectory(root, directory);
    // Removed or moved meanwhile: whoever did that brings the change to the disk.
    if (held === null) return;
    try {
      const descriptor = openSync(held.path, constants.O_RDONLY | constants.O_DIRECTORY);
      try {
        await syncFile(descriptor);
      } finally {
        closeSync(descriptor);
      }
    } finally {
      held.release();
    }
  } catch (error) {
    if (!isNothingThere(error) && !NOT_SUPPORTED.has(codeOf(error))) throw error;
  }
}
