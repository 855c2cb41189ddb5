import { readdirSync, rmdir, rmdirSync, unlink } from "node:fs";
import { isNothingThere } from "./error.js";
import { type Held, hold } from "./hold.js";
import { holdDirectory, reachExisting } from "./way.js";

/** How many files are removed at the same time: enough for all of Node's threads, few enough to leave others a turn. */
const AT_ONCE = 256;

const SLASH = Buffer.from("/");

/**
 * Removes the directory at `path` with all that is in it; links are removed, not followed. The threads of Node share the
 * work, which takes two thirds of the time of synchronous calls and leaves the main thread free.
 */
export async function removeTree(root: string, path: string): Promise<void> {
  const held = holdDirectory(root, path);
  if (held === null) return;
  try {
    await empty(held);
  } finally {
    held.release();
  }
  reachExisting(root, path, (host) => {
    rmdirSync(host);
  });
}

async function empty(held: Held<string | Buffer>): Promise<void> {
  const directory = Buffer.from(held.path);
  // Names as bytes: those that are no UTF-8 have to go as well.
  const entries = readdirSync(directory, { withFileTypes: true, encoding: "buffer" });
  const files = entries.filter((entry) => !entry.isDirectory());
  for (let i = 0; i < files.length; i += AT_ONCE) {
    await Promise.all(files.slice(i, i + AT_ONCE).map(({ name }) => goes(unlink, below(directory, name))));
  }
  for (const entry of entries) {
    if (entry.isDirectory()) await removeBelow(below(directory, entry.name));
  }
}

async function removeBelow(path: Buffer): Promise<void> {
  const held = hold(path);
  if (held === "missing") return;
  // Others have put something else in its place.
  if (held === "blocked") return goes(unlink, path);
  try {
    await empty(held);
  } finally {
    held.release();
  }
  return goes(rmdir, path);
}

type Removal = (path: Buffer, done: (error: Error | null) => void) => void;

/** Half the time of what node:fs/promises does. */
function goes(removal: Removal, path: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    removal(path, (error) => {
      // Others may be removing the same.
      if (error === null || isNothingThere(error)) resolve();
      else reject(error);
    });
  });
}

function below(directory: Buffer, name: Buffer): Buffer {
  return Buffer.concat([directory, SLASH, name]);
}
