import { lstatSync, readdirSync } from "node:fs";
import { isOurs } from "./temporary.js";

interface Linked {
  nlink: number | bigint;
  ino: number | bigint;
}

/**
 * Whether a file has another name that we did not give it: then it may be one from outside of the root, and is not
 * memory. A write that makes a new file gives it two names for a moment, and for longer where it is cut off: the second
 * is a temporary one.
 *
 * `again` looks at the file anew.
 */
export function isShared(root: string, file: Linked, again: () => Linked | undefined): boolean {
  if (Number(file.nlink) < 2) return false;
  if (readdirSync(root).some((name) => isOurs(name) && isSame(`${root}/${name}`, file))) return false;
  // The second name may have gone between our two looks.
  return Number(again()?.nlink ?? 0) > 1;
}

function isSame(host: string, file: Linked): boolean {
  const stats = lstatSync(host, { bigint: true, throwIfNoEntry: false });
  return stats !== undefined && (typeof file.ino === "bigint" ? stats.ino : Number(stats.ino)) === file.ino;
}
