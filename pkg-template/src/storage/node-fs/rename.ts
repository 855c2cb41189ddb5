import { renameSync } from "node:fs";
import type { Kind, RenameOptions, RenameResult } from "../../storage.js";
import { look } from "./attributes.js";
import { inNewDirectories } from "./directories.js";
import { isTaken, storageError } from "./error.js";
import { type Home, hasVanished, VANISHED } from "./home.js";
import { reach, reachExisting, type Way } from "./way.js";
import { chain } from "./write.js";

interface Moved {
  status: "moved";
  /** The directories whose names have changed. */
  touched: string[];
}

type Answer = Moved | Exclude<RenameResult, { status: "ok" }> | typeof VANISHED;

export function rename(home: Home, from: string, to: string, options: RenameOptions): Promise<RenameResult> {
  return home.change(() => attempt(home, from, to, options));
}

async function attempt(
  home: Home,
  from: string,
  to: string,
  options: RenameOptions,
): Promise<RenameResult | typeof VANISHED> {
  let answer: Answer;
  try {
    answer = await home.lock.hold(() => move(home, from, to, options));
  } catch (error) {
    // No root, no lock in it, and nothing to rename.
    if (hasVanished(error)) return { status: "missing" };
    throw storageError(error, "unchanged");
  }
  if (answer === VANISHED || answer.status !== "moved") return answer;
  home.listings.forget();
  try {
    await home.directories.sync(answer.touched);
  } catch (error) {
    throw storageError(error, "unknown");
  }
  return { status: "ok" };
}

/** The synchronous block: looks at both ends and moves. */
function move(home: Home, from: string, to: string, options: RenameOptions): Answer {
  const moved = reachExisting(home.root, from, (host, { at }): Answer | null => {
    const there = look(home.root, host);
    if (there === null || there.kind === "other") return null;
    return reach(home.root, to, (way) => moveTo(home, { host, kind: there.kind, at }, way, options));
  });
  return moved ?? { status: "missing" };
}

interface Source {
  host: string;
  kind: Kind;
  /** The memory path of its directory. */
  at: string;
}

function moveTo(home: Home, source: Source, way: Way, { budget }: RenameOptions): Answer {
  if (way.status === "blocked") return { status: "not_a_directory", path: way.path };
  if (way.missing.length === 0 && look(home.root, `${way.directory}/${way.name}`) !== null) return { status: "exists" };
  const growth = { files: way.missing.length, bytes: 0 };
  const usage = home.counts.refuse(growth, budget);
  if (usage !== null) return { status: "over_budget", usage };
  try {
    inNewDirectories(way.directory, way.missing, (deepest) => {
      // Under the lock, so that what we saw is still so for all who take it. Two names for a moment, as a new file gets
      // them, would be two files after a crash.
      renameSync(source.host, `${deepest}/${way.name}`);
    });
  } catch (error) {
    if (hasVanished(error)) return VANISHED;
    if (source.kind === "directory" && isTaken(error)) return { status: "exists" };
    throw error;
  }
  home.counts.grow(growth);
  return { status: "moved", touched: [source.at, ...chain(way.at, way.missing)] };
}
