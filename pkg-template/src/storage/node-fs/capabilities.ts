import { closeSync, lstatSync, openSync, unlinkSync } from "node:fs";
import type { StorageCapabilities } from "../../storage.js";
import { makeRoot } from "./directories.js";
import { temporaryName } from "./temporary.js";

export function capabilitiesOf(root: string): Partial<StorageCapabilities> {
  return {
    foreignEntries: true,
    foldsCase: foldsCase(root),
    windowsNames: process.platform === "win32",
    longestName: 255,
  };
}

/** Asks the file system itself, under a name that is ours alone: one that others made may exist in both cases. */
function foldsCase(root: string): boolean {
  const name = temporaryName();
  try {
    makeRoot(root);
    closeSync(openSync(`${root}/${name}`, "wx", 0o600));
    try {
      return lstatSync(`${root}/${name.toUpperCase()}`, { throwIfNoEntry: false }) !== undefined;
    } finally {
      unlinkSync(`${root}/${name}`);
    }
  } catch {
    // Nothing can be written here, so that what is asked for matters little: what the platform does by default.
    return process.platform === "win32" || process.platform === "darwin";
  }
}
