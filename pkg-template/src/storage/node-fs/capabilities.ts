import { lstatSync, opendirSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { StorageCapabilities } from "../../storage.js";

export function capabilitiesOf(root: string): Partial<StorageCapabilities> {
  return {
    foreignEntries: true,
    /** Asked when it is needed, and of what is there: nothing is made to find out. */
    get foldsCase() {
      return foldsCase(root);
    },
    windowsNames: process.platform === "win32",
    longestName: 255,
    /** Larger ones are not read faster, and take more memory. */
    blockBytes: 256 * 1024,
  };
}

/** Whether a name is found in the other case as well: one in the root, where there is one, else one above it. */
function foldsCase(root: string): boolean {
  const inside = nameWithLetters(root);
  if (inside !== null) return isFoundInOtherCase(root, inside);
  for (let directory = root; ; directory = dirname(directory)) {
    const name = basename(directory);
    // The top of the tree: what the platform does by default.
    if (name === "") return process.platform === "win32" || process.platform === "darwin";
    if (hasLetters(name) && isThere(directory)) return isFoundInOtherCase(dirname(directory), name);
  }
}

function nameWithLetters(directory: string): string | null {
  if (!isThere(directory)) return null;
  try {
    const entries = opendirSync(directory);
    try {
      for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) {
        if (hasLetters(entry.name)) return entry.name;
      }
    } finally {
      entries.closeSync();
    }
  } catch {
    // What may not be read is asked from above.
  }
  return null;
}

function hasLetters(name: string): boolean {
  return otherCase(name) !== name;
}

/** ASCII letters alone: what others fold to is a matter of the file system's version. */
function otherCase(name: string): string {
  return name.replaceAll(/[a-z]/gi, (letter) => (letter < "a" ? letter.toLowerCase() : letter.toUpperCase()));
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

function isFoundInOtherCase(directory: string, name: string): boolean {
  const inode = (name: string) => lstatSync(`${directory}/${name}`, { bigint: true, throwIfNoEntry: false })?.ino;
  const found = inode(otherCase(name));
  return found !== undefined && found === inode(name);
}
