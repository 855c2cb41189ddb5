/**
 * What the names of our temporary files and directories begin with. The dot hides them from `ls`; the escaped slash is
 * refused by the core in every path, so that no command can spell such a name, yet it is plain ASCII that every file
 * system takes. Listings leave these names out.
 */
export const TEMPORARY = ".memory-tool%2F";

/** One per process and load of this module, so that two processes never choose the same name. */
const run = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;
let count = 0;

/** A new name. The process is named in it so that what a dead one left can be told from what a live one is writing. */
export function temporaryName(): string {
  count += 1;
  return `${TEMPORARY}${process.pid}-${run}-${count}`;
}
