import { type Dirent, readdirSync } from "node:fs";
import type { Child } from "../common/walk.js";
import { compareNames } from "../common/order.js";
import { kindOf } from "./attributes.js";
import { isOurs } from "./temporary.js";

const REPLACEMENT = "\uFFFD";

/** What is in a directory of the host, sorted, without our own temporary files. Nothing in it is opened. */
export function entriesOf(host: string): Child[] {
  const entries = readdirSync(host, { withFileTypes: true });
  const children = entries.some((entry) => entry.name.includes(REPLACEMENT)) ? exact(host) : entries.map(child);
  return children.filter((entry) => !isOurs(entry.name)).sort((a, b) => compareNames(a.name, b.name));
}

function child(entry: Dirent): Child {
  return { name: entry.name, kind: kindOf(entry) };
}

/**
 * Looks at the bytes of the names: one that is no UTF-8 reads like another that really holds U+FFFD, and is no file
 * that any path could name.
 */
function exact(host: string): Child[] {
  return readdirSync(host, { withFileTypes: true, encoding: "buffer" }).map((entry) => {
    const name = entry.name.toString();
    return { name, kind: Buffer.from(name).equals(entry.name) ? kindOf(entry) : "other" };
  });
}
