import { lstatSync } from "node:fs";
import { namesOf, ROOT } from "../common/names.js";

/** The way to a path, as far as it exists. */
export type Way =
  | {
      status: "open";
      /** The deepest directory there is on the way, as a path of the host. */
      directory: string;
      /** The directories below it that are not there. */
      missing: string[];
      /** The last name of the path. */
      name: string;
    }
  /** Something that is no directory, a link for instance, lies in the place of one: its memory path. */
  | { status: "blocked"; path: string };

/**
 * Walks from `root` towards `path`, looks at each directory above it, follows no link, and hands the way to `use`. What
 * `use` does has to be done when it returns: nothing is remembered, since others may put a link where a directory was.
 *
 * `root` itself may be reached through links: the host chose it.
 */
export function reach<T>(root: string, path: string, use: (way: Way) => T): T {
  const above = namesOf(path);
  const name = above.pop() ?? ".";
  let directory = root;
  let reached = ROOT;
  for (const [i, step] of above.entries()) {
    const next = `${directory}/${step}`;
    const stats = lstatSync(next, { throwIfNoEntry: false });
    if (stats === undefined) return use({ status: "open", directory, missing: above.slice(i), name });
    reached += `/${step}`;
    if (!stats.isDirectory()) return use({ status: "blocked", path: reached });
    directory = next;
  }
  return use({ status: "open", directory, missing: [], name });
}

/** Hands the host's path of `path` to `use`; answers `null` where a directory above is missing. */
export function reachExisting<T>(root: string, path: string, use: (host: string, directory: string) => T): T | null {
  return reach(root, path, (way) =>
    way.status === "open" && way.missing.length === 0 ? use(`${way.directory}/${way.name}`, way.directory) : null,
  );
}
