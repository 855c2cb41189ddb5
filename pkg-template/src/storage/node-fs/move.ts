import { closeSync, linkSync, openSync, renameSync, unlinkSync } from "node:fs";
import { codeOf, isNoHardLinks, isTaken } from "./error.js";

/** Moves a file to a name that is free; `false`, and nothing has changed, where it is not. Never overwrites. */
export function moveFileToFreeName(from: string, to: string): boolean {
  // rename(2) would overwrite; link(2) is the call that refuses to.
  try {
    linkSync(from, to);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    if (isNoHardLinks(error)) return moveByClaim(from, to);
    throw error;
  }
  try {
    unlinkSync(from);
  } catch (error) {
    unlinkSync(to);
    throw error;
  }
  return true;
}

/** Without hard links: takes the name by making an empty file, then moves over that. Others may see the empty file. */
function moveByClaim(from: string, to: string): boolean {
  try {
    closeSync(openSync(to, "wx", 0o600));
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
  try {
    renameSync(from, to);
  } catch (error) {
    unlinkSync(to);
    throw error;
  }
  return true;
}
