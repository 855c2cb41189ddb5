import { ownerName } from "./owner.js";

/**
 * What the names of our own files and directories begin with. The dot hides them from `ls`; the escaped slash is refused
 * by the core in every path, so that no command can spell such a name, yet it is plain ASCII that every file system
 * takes. Listings leave these names out.
 */
const OURS = ".memory-tool%2F";

/** The lock between processes. */
export const LOCK = `${OURS}lock`;

let count = 0;

/** A text that is used once, and tells whose it is. */
export function ticket(): string {
  count += 1;
  return `${ownerName()}-${count}`;
}

/** A new name. Its owner is named in it, so that what a dead one left can be told from what a live one is writing. */
export function temporaryName(): string {
  return OURS + ticket();
}

export function isOurs(name: string): boolean {
  return name.startsWith(OURS);
}

/** The ticket in one of our names; `null` for the lock. */
export function ticketOf(name: string): string | null {
  return name.startsWith(LOCK) ? null : name.slice(OURS.length);
}
