// What was made keeps, in its own folder, the fingerprint of what it was made from: the two go together when it is
// deleted, and nothing is made twice from the same.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root } from "./root.mjs";

const NAME = ".fingerprint";

/** Over names and bytes of the files (of folders: all that is in them, whose name `skip` does not hold), and `words`. */
export function fingerprint(paths, { words = [], skip = [] } = {}) {
  const hash = createHash("sha256");
  for (const word of words) hash.update(`${word}\0`);
  for (const file of paths.flatMap((path) => filesOf(path, skip))) {
    const bytes = readFileSync(file);
    hash.update(`${relative(root, file)}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest("hex");
}

function filesOf(path, skip) {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => !skip.includes(name));
  return names.sort().flatMap((name) => filesOf(join(path, name), skip));
}

export function isMadeFrom(directory, print) {
  try {
    return readFileSync(join(directory, NAME), "utf8") === print;
  } catch {
    return false;
  }
}

export function markMadeFrom(directory, print) {
  writeFileSync(join(directory, NAME), print);
}
