import { closeSync, constants, fsync, openSync } from "node:fs";
import { promisify } from "node:util";
import { codeOf, isNothingThere } from "./error.js";

/** Waits, off the main thread, until what was written to the file is on the disk. */
export const syncFile = promisify(fsync);

/** File systems that cannot sync a directory, some network and user-space ones, say so with these. */
const NOT_SUPPORTED: ReadonlySet<string> = new Set(["EINVAL", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/** Brings the names in directories to the disk. Changes of one directory that wait at the same time share one call. */
export class DirectorySync {
  readonly #running = new Map<string, Promise<void>>();
  readonly #waiting = new Map<string, Promise<void>>();

  async sync(directories: Iterable<string>): Promise<void> {
    // Windows has no such call: the journal of NTFS keeps names.
    if (process.platform === "win32") return;
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
    const running = syncDirectory(directory);
    this.#running.set(directory, running);
    try {
      await running;
    } finally {
      if (this.#running.get(directory) === running) this.#running.delete(directory);
    }
  }
}

async function syncDirectory(directory: string): Promise<void> {
  try {
    const descriptor = openSync(directory, constants.O_RDONLY | constants.O_DIRECTORY);
    try {
      await syncFile(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    // Removed or moved meanwhile: whoever did that brings the change to the disk.
    if (!isNothingThere(error) && !NOT_SUPPORTED.has(codeOf(error))) throw error;
  }
}
