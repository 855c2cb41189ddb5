import { linkSync, renameSync, unlinkSync } from "node:fs";
import { codeOf, isNoHardLinks } from "./error.js";

/**
 * Gives a new file its name; `false`, and nothing has changed, where something has it. The lock keeps our own kind away,
 * and link(2), which refuses to overwrite where rename(2) would not, keeps a file that an editor has just saved.
 */
export function placeNew(staged: string, target: string): boolean {
  try {
    linkSync(staged, target);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    if (!isNoHardLinks(error)) throw error;
    renameSync(staged, target);
    return true;
  }
  try {
    unlinkSync(staged);
  } catch (error) {
    unlinkSync(target);
    throw error;
  }
  return true;
}
