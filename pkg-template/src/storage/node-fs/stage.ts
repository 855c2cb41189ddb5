import { closeSync, constants, fstatSync, openSync, statSync, unlinkSync, write, writeSync } from "node:fs";
import { ROOT } from "../common/names.js";
import { stamp, versionOf } from "./attributes.js";
import { syncFile } from "./sync.js";
import { temporaryName } from "./temporary.js";
import { reachExisting, type Way } from "./way.js";

const FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** Up to here a synchronous write takes less time than handing it to another thread. */
const SYNCHRONOUS_BYTES = 256 * 1024;

/** A new file under a temporary name. */
export interface Staged {
  /** Like a memory path, though no command can spell it. */
  path: string;
  descriptor: number;
}

/**
 * A temporary path: in the root, where no change of a directory can carry it away and the next start finds it, or beside
 * what it is for where that lies on another file system, since no file moves from one to another.
 */
export function temporaryPath(root: string, way: Way & { status: "open" }): string {
  const near = way.at === ROOT || statSync(way.directory).dev === statSync(root).dev ? ROOT : way.at;
  return `${near}/${temporaryName()}`;
}

export function openStaged(root: string, way: Way & { status: "open" }): Staged {
  const path = temporaryPath(root, way);
  const directory = path.startsWith(`${way.at}/.`) ? way.directory : root;
  return { path, descriptor: openSync(directory + path.slice(path.lastIndexOf("/")), FLAGS, 0o600) };
}

/** Fills the file, brings it to the disk, and gives back its version. */
export async function fill({ descriptor }: Staged, bytes: Uint8Array): Promise<string> {
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

export function discard(root: string, { path }: Staged): void {
  try {
    reachExisting(root, path, (host) => {
      unlinkSync(host);
    });
  } catch {
    // Either it is gone with its directory, or what stopped the write stops this too, and that failure is told.
  }
}

async function writeAll(descriptor: number, bytes: Uint8Array): Promise<void> {
  const small = bytes.byteLength <= SYNCHRONOUS_BYTES;
  let done = 0;
  while (done < bytes.byteLength) {
    const left = bytes.byteLength - done;
    done += small ? writeSync(descriptor, bytes, done, left) : await writeElsewhere(descriptor, bytes, done, left);
  }
}

function writeElsewhere(descriptor: number, bytes: Uint8Array, offset: number, length: number): Promise<number> {
  return new Promise((resolve, reject) => {
    write(descriptor, bytes, offset, length, null, (error, written) => {
      if (error === null) resolve(written);
      else reject(error);
    });
  });
}
