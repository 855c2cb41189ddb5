import { renameSync, unlinkSync } from "node:fs";
import type { RemoveOptions, RemoveResult } from "../../storage.js";
import { look } from "./attributes.js";
import { storageError, unchanged } from "./error.js";
import { type Home, hasVanished, persist, VANISHED } from "./home.js";
import { temporaryName } from "./temporary.js";
import { removeTree } from "./tree.js";
import { reachExisting } from "./way.js";

interface Taken {
  status: "taken";
  /** Holds the name no more. */
  directory: string;
  /** A directory that was moved aside and has yet to be emptied. */
  aside: string | null;
}

export function remove(home: Home, path: string, options: RemoveOptions): Promise<RemoveResult> {
  return persist(async () => {
    const taken = unchanged(
      () => reachExisting(home.root, path, (host, directory) => take(home, host, directory, options)) ?? MISSING,
    );
    if (taken === VANISHED || taken.status !== "taken") return taken;
    try {
      // What a crash would leave of a directory lies under a name that no command can spell.
      const emptied = taken.aside === null ? null : removeTree(Buffer.from(taken.aside));
      await Promise.all([emptied, home.directories.sync([taken.directory])]);
    } catch (error) {
      throw storageError(error, "unknown");
    }
    return { status: "ok" };
  });
}

const MISSING: RemoveResult = { status: "missing" };

/** The synchronous block: looks at the condition and takes the name away. */
function take(
  home: Home,
  host: string,
  directory: string,
  { version }: RemoveOptions,
): Taken | RemoveResult | typeof VANISHED {
  const there = look(host);
  if (there === null || there.kind === "other") return MISSING;
  if (version !== undefined && (there.kind !== "file" || there.version !== version)) return { status: "changed" };
  const aside = there.kind === "directory" ? `${directory}/${temporaryName()}` : null;
  try {
    if (aside === null) unlinkSync(host);
    // Out of sight first, so that nobody sees half of it.
    else renameSync(host, aside);
  } catch (error) {
    if (hasVanished(error)) return VANISHED;
    throw error;
  }
  if (aside === null) home.counts.grow({ files: -1, bytes: -there.size });
  else home.counts.forget();
  home.listings.forget();
  return { status: "taken", directory, aside };
}
