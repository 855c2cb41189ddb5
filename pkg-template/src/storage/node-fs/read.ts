import { type BigIntStats, closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import type { ReadOptions, ReadResult } from "../../storage.js";
import { versionOf } from "./attributes.js";
import { isShared } from "./links.js";
import { isNothingThere } from "./error.js";
import { reachExisting } from "./way.js";

/** A link is not followed, and a pipe that nobody writes to does not hold us up. (Windows knows neither flag: 0.) */
const FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Synchronous calls throughout: 7 µs for 1 KB where promises take 50 to 90. */
export function read(root: string, path: string, options: ReadOptions): ReadResult {
  try {
    return reachExisting(root, path, (host) => readFile(root, host, options)) ?? { status: "missing" };
  } catch (error) {
    if (isNothingThere(error)) return { status: "missing" };
    throw error;
  }
}

function readFile(root: string, host: string, options: ReadOptions): ReadResult {
  const descriptor = openSync(host, FLAGS);
  try {
    const again = (): BigIntStats => fstatSync(descriptor, { bigint: true });
    const stats = again();
    if (!stats.isFile() || isShared(root, stats, again)) return { status: "missing" };
    const version = versionOf(stats);
    if (options.version !== undefined && options.version !== version) return { status: "changed" };
    const size = Number(stats.size);
    const offset = Math.min(options.offset ?? 0, size);
    const length = Math.min(options.length ?? size, size - offset);
    return { status: "ok", bytes: readRange(descriptor, offset, length), version, size };
  } finally {
    closeSync(descriptor);
  }
}

/** Less than `length` bytes only where another program cuts the file short while we read. */
function readRange(descriptor: number, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let done = 0;
  while (done < length) {
    const count = readSync(descriptor, bytes, done, length - done, offset + done);
    if (count === 0) return bytes.subarray(0, done);
    done += count;
  }
  return bytes;
}
