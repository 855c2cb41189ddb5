import { closeSync, constants, fstatSync, openSync, unlinkSync, write, writeSync } from "node:fs";
import { promisify } from "node:util";
import { stamp, versionOf } from "./attributes.js";
import { syncFile } from "./sync.js";
import { temporaryName } from "./temporary.js";

const FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** Up to here a synchronous write takes less time than handing it to another thread. */
const SYNCHRONOUS_BYTES = 256 * 1024;

const writeElsewhere = promisify(write);

/** A file under a temporary name; whole and on the disk once it has its version. */
export interface Staged {
  host: string;
  version: string;
}

/** The files that are being written. Their directories may be moved meanwhile, and they have to be found again. */
export class Stage {
  readonly #files = new Set<Staged>();

  async put(directory: string, bytes: Uint8Array): Promise<Staged> {
    const staged = { host: `${directory}/${temporaryName()}`, version: "" };
    const descriptor = openSync(staged.host, FLAGS, 0o600);
    this.#files.add(staged);
    try {
      staged.version = await fill(descriptor, bytes);
      return staged;
    } catch (error) {
      this.discard(staged);
      throw error;
    }
  }

  /** After the file has got its name. */
  done(staged: Staged): void {
    this.#files.delete(staged);
  }

  discard(staged: Staged): void {
    this.done(staged);
    try {
      unlinkSync(staged.host);
    } catch {
      // Either it is gone with its directory, or what stopped the write stops this too, and that failure is told.
    }
  }

  /** After this process has moved a directory. */
  moved(from: string, to: string): void {
    for (const staged of this.#files) {
      if (staged.host.startsWith(`${from}/`)) staged.host = to + staged.host.slice(from.length);
    }
  }
}

async function fill(descriptor: number, bytes: Uint8Array): Promise<string> {
  try {
    await writeAll(descriptor, bytes);
    stamp(descriptor);
    await syncFile(descriptor);
    // From the descriptor: by the time the file has its name, another process may have replaced it there.
    return versionOf(fstatSync(descriptor, { bigint: true }));
  } finally {
    closeSync(descriptor);
  }
}

async function writeAll(descriptor: number, bytes: Uint8Array): Promise<void> {
  const small = bytes.byteLength <= SYNCHRONOUS_BYTES;
  let done = 0;
  while (done < bytes.byteLength) {
    const left = bytes.byteLength - done;
    done += small
      ? writeSync(descriptor, bytes, done, left)
      : (await writeElsewhere(descriptor, bytes, done, left)).bytesWritten;
  }
}
