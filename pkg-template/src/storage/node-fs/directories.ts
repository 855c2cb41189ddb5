import { mkdirSync, rmdirSync } from "node:fs";
import { codeOf } from "./error.js";
import { hold } from "./hold.js";

const MODE = 0o700;

/** Makes the root, and what is missing above it. */
export function makeRoot(root: string): void {
  mkdirSync(root, { recursive: true, mode: MODE });
}

/**
 * Makes directories below `directory`, each in the one before, and hands the last to `use`. What was made goes again
 * where `use` throws, unless others have put something there.
 */
export function inNewDirectories<T>(directory: string, names: readonly string[], use: (deepest: string) => T): T {
  const [name, ...rest] = names;
  if (name === undefined) return use(directory);
  const path = `${directory}/${name}`;
  const made = make(path);
  try {
    return inside(path, (entered) => inNewDirectories(entered, rest, use));
  } catch (error) {
    if (made) unmake(path);
    throw error;
  }
}

function inside<T>(path: string, use: (entered: string) => T): T {
  const held = hold(path);
  if (typeof held === "string") throw Object.assign(new Error("others have taken a new directory"), { code: "ENOENT" });
  try {
    return use(held.path);
  } finally {
    held.release();
  }
}

/** Whether it was not there already. */
function make(directory: string): boolean {
  try {
    mkdirSync(directory, { mode: MODE });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

function unmake(directory: string): void {
  try {
    rmdirSync(directory);
  } catch {
    // An empty directory is left: the failure that led here says more than this one.
  }
}
