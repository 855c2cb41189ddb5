import { lstatSync, readdirSync, unlinkSync } from "node:fs";
import { ROOT } from "../common/names.js";
import { lifeOf } from "./owner.js";
import { isOurs, ticketOf } from "./temporary.js";
import { removeTree } from "./tree.js";

/** How long something is kept whose owner cannot be seen: far longer than any write takes. */
const KEPT_MS = 24 * 3600 * 1000;

/** Removes what writes that were cut off have left in the root. What a live process is writing stays. */
export async function removeLeftovers(root: string): Promise<void> {
  for (const name of namesIn(root)) {
    if (!isOurs(name) || !isAbandoned(root, name)) continue;
    try {
      if (lstatSync(`${root}/${name}`).isDirectory()) await removeTree(root, `${ROOT}/${name}`);
      else unlinkSync(`${root}/${name}`);
    } catch {
      // Another process tidies up as well, or may not: it harms nobody.
    }
  }
}

function namesIn(root: string): string[] {
  try {
    return readdirSync(root);
  } catch {
    // What is wrong with the root shows in the change that led here.
    return [];
  }
}

function isAbandoned(root: string, name: string): boolean {
  const ticket = ticketOf(name);
  // Locks are cleared by who wants them.
  if (ticket === null) return false;
  const life = lifeOf(ticket);
  if (life !== "unknown") return life === "dead";
  const stats = lstatSync(`${root}/${name}`, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.ctimeMs > KEPT_MS;
}
