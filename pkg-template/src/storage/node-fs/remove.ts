import { renameSync, unlinkSync } from "node:fs";
import type { RemoveOptions, RemoveResult } from "../../storage.js";
import { ROOT } from "../common/names.js";
import { look } from "./attributes.js";
import { storageError } from "./error.js";
import { type Home, hasVanished, VANISHED } from "./home.js";
import { temporaryPath } from "./stage.js";
import { removeTree } from "./tree.js";
import { reachExisting, type Way } from "./way.js";

interface Taken {
  status: "taken";
  /** Holds the name no more. */
  directory: string;
  /** A directory that was moved aside and has yet to be emptied. */
  aside: string | null;
}

export function remove(home: Home, path: string, options: RemoveOptions): Promise<RemoveResult> {
  return home.change(() => attempt(home, path, options));
}

async function attempt(home: Home, path: string, options: RemoveOptions): Promise<RemoveResult | typeof VANISHED> {
  let taken: Taken | RemoveResult | typeof VANISHED;
  try {
    taken = await home.lock.hold(
      () => reachExisting(home.root, path, (host, way) => take(home, host, way, options)) ?? MISSING,
    );
  } catch (error) {
    // No root, no lock in it, and nothing to remove.
    if (hasVanished(error)) return MISSING;
    throw storageError(error, "unchanged");
  }
  if (taken === VANISHED || taken.status !== "taken") return taken;
  try {
    // What a crash would leave of a directory lies under a name that no command can spell.
    const emptied = taken.aside === null ? null : removeTree(home.root, taken.aside);
    await Promise.all([emptied, home.directories.sync([taken.directory])]);
  } catch (error) {
    throw storageError(error, "unknown");
  }
  return { status: "ok" };
}

const MISSING: RemoveResult = { status: "missing" };

/** The synchronous block: looks at the condition and takes the name away. */
function take(
  home: Home,
  host: string,
  way: Way & { status: "open" },
  { version }: RemoveOptions,
): Taken | RemoveResult | typeof VANISHED {
  const there = look(home.root, host);
  if (there === null || there.kind === "other") return MISSING;
  if (version !== undefined && (there.kind !== "file" || there.version !== version)) return { status: "changed" };
  const aside = there.kind === "directory" ? temporaryPath(home.root, way) : null;
  try {
    if (aside === null) unlinkSync(host);
    // Out of sight first, so that nobody sees half of it.
    else renameSync(host, hostOf(home.root, way, aside));
  } catch (error) {
    if (hasVanished(error)) return VANISHED;
    throw error;
  }
  if (aside === null) home.counts.grow({ files: -1, bytes: -there.size });
  else home.counts.forget();
  home.listings.forget();
  return { status: "taken", directory: way.at, aside };
}

/** A temporary path lies in the root or in the directory of the way. */
function hostOf(root: string, way: Way & { status: "open" }, temporary: string): string {
  const slash = temporary.lastIndexOf("/");
  return (temporary.slice(0, slash) === ROOT ? root : way.directory) + temporary.slice(slash);
}
