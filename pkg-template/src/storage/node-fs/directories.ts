import { mkdirSync, rmdirSync } from "node:fs";
import { codeOf } from "./error.js";

const MODE = 0o700;

/** Makes the root, and what is missing above it. */
export function makeRoot(root: string): void {
  mkdirSync(root, { recursive: true, mode: MODE });
}

export interface MadeDirectories {
  /** The deepest of them, or the one they were to be made in. */
  deepest: string;
  /** Those that another process did not make first. */
  made: string[];
}

export function makeDirectories(directory: string, names: readonly string[]): MadeDirectories {
  const made: string[] = [];
  let deepest = directory;
  for (const name of names) {
    deepest = `${deepest}/${name}`;
    try {
      mkdirSync(deepest, { mode: MODE });
      made.push(deepest);
    } catch (error) {
      if (codeOf(error) === "EEXIST") continue;
      unmakeDirectories(made);
      throw error;
    }
  }
  return { deepest, made };
}

/** Takes back what was made for something that then failed, unless others have put something there. */
export function unmakeDirectories(made: readonly string[]): void {
  try {
    for (const directory of [...made].reverse()) rmdirSync(directory);
  } catch {
    // An empty directory is left: the failure that led here says more than this one.
  }
}
