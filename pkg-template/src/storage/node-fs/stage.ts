import { closeSync, constants, fstatSync, openSync, unlinkSync, write, writeSync } from "node:fs";
import { promisify } from "node:util";
import { stamp, versionOf } from "./attributes.js";
import { syncFile } from "./sync.js";
import { temporaryName } from "./temporary.js";

const FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** Up to here a synchronous write takes less time than handing it to another thread. */
const SYNCHRONOUS_BYTES = 256 * 1024;

const writeElsewhere = promisify(write);

/** A whole file, on the disk, under a temporary name. */
export interface Staged {
  host: string;
  version: string;
}

export async function stage(directory: string, bytes: Uint8Array): Promise<Staged> {
  const host = `${directory}/${temporaryName()}`;
  const descriptor = openSync(host, FLAGS, 0o600);
  try {
    return { host, version: await fill(descriptor, bytes) };
  } catch (error) {
    discard(host);
    throw error;
  }
}

export function discard(host: string): void {
  try {
    unlinkSync(host);
  } catch {
    // Either it is gone with its directory, or what stopped the write stops this too; the failure of the write is told.
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
