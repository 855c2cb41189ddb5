import { closeSync, constants, existsSync, lstatSync, openSync } from "node:fs";
import { codeOf } from "./error.js";

/** A directory that stays the same one while it is held, whatever is put in its place meanwhile. */
export interface Held<Path = string> {
  /** Leads to it, and on to what is in it. */
  readonly path: Path;
  release(): void;
}

/** Nothing is there, or something that is no directory: a link for instance. */
export type NotHeld = "missing" | "blocked";

const FLAGS = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** Linux reaches what is in an open directory through this folder of the process; elsewhere a path has to do. */
const DESCRIPTORS = "/proc/self/fd";
const byDescriptor = process.platform === "linux" && existsSync(DESCRIPTORS);

/** Holds a directory, not through a link. Elsewhere than on Linux a link can still take its place after this look. */
export function hold(path: string): Held | NotHeld;
export function hold(path: Buffer): Held<string | Buffer> | NotHeld;
export function hold(path: string | Buffer): Held<string | Buffer> | NotHeld {
  return byDescriptor ? open(path) : look(path);
}

export function unheld<Path>(path: Path): Held<Path> {
  return { path, release: () => {} };
}

function open(path: string | Buffer): Held | NotHeld {
  let descriptor: number;
  try {
    descriptor = openSync(path, FLAGS);
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT") return "missing";
    if (code === "ENOTDIR" || code === "ELOOP") return "blocked";
    throw error;
  }
  return {
    path: `${DESCRIPTORS}/${descriptor}`,
    release: () => {
      closeSync(descriptor);
    },
  };
}

function look(path: string | Buffer): Held<string | Buffer> | NotHeld {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return "missing";
  return stats.isDirectory() ? unheld(path) : "blocked";
}
