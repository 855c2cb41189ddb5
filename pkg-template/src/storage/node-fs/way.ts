import { namesOf, ROOT } from "../common/names.js";
import { type Held, hold, unheld } from "./hold.js";

/** The way to a path, as far as it exists. */
export type Way =
  | {
      status: "open";
      /** The deepest directory there is on the way, as a path of the host. */
      directory: string;
      /** The same as a memory path. */
      at: string;
      /** The directories below it that are not there. */
      missing: string[];
      /** The last name of the path. */
      name: string;
    }
  /** Something that is no directory, a link for instance, lies in the place of one: its memory path. */
  | { status: "blocked"; path: string };

/**
 * Walks from `root` towards `path`, holds each directory above it, follows no link, and hands the way to `use`. What
 * `use` does has to be done when it returns: nothing is held longer, since others may put a link where a directory was.
 *
 * `root` itself may be reached through links: the host chose it.
 */
export function reach<T>(root: string, path: string, use: (way: Way) => T): T {
  const above = namesOf(path);
  const name = above.pop() ?? ".";
  let held: Held = unheld(root);
  let at = ROOT;
  try {
    for (const [i, step] of above.entries()) {
      const next = hold(`${held.path}/${step}`);
      if (next === "missing") return use({ status: "open", directory: held.path, at, missing: above.slice(i), name });
      at += `/${step}`;
      if (next === "blocked") return use({ status: "blocked", path: at });
      held.release();
      held = next;
    }
    return use({ status: "open", directory: held.path, at, missing: [], name });
  } finally {
    held.release();
  }
}

/** Hands the host's path of `path` to `use`; answers `null` where a directory above is missing. */
export function reachExisting<T>(
  root: string,
  path: string,
  use: (host: string, way: Way & { status: "open" }) => T,
): T | null {
  return reach(root, path, (way) =>
    way.status === "open" && way.missing.length === 0 ? use(`${way.directory}/${way.name}`, way) : null,
  );
}

/** Holds the directory at `path`; `null` where there is none. */
export function holdDirectory(root: string, path: string): Held | null {
  // The root counts as there before the first write makes it.
  if (path === ROOT) return unheld(root);
  return reachExisting(root, path, (host) => {
    const held = hold(host);
    return typeof held === "string" ? null : held;
  });
}
