import { renameSync } from "node:fs";
import type { RenameOptions, RenameResult } from "../../storage.js";
import { look } from "./attributes.js";
import { makeDirectories, unmakeDirectories } from "./directories.js";
import { isTaken, storageError, unchanged } from "./error.js";
import { type Home, hasVanished, persist, VANISHED } from "./home.js";
import { moveFileToFreeName } from "./move.js";
import { reach, reachExisting, type Way } from "./way.js";

interface Moved {
  status: "moved";
  /** The directories whose names have changed. */
  touched: string[];
}

type Answer = Moved | Exclude<RenameResult, { status: "ok" }> | typeof VANISHED;

export function rename(home: Home, from: string, to: string, options: RenameOptions): Promise<RenameResult> {
  return persist(async () => {
    const answer = unchanged(() => move(home, from, to, options));
    if (answer === VANISHED || answer.status !== "moved") return answer;
    home.listings.forget();
    try {
      await home.directories.sync(answer.touched);
    } catch (error) {
      throw storageError(error, "unknown");
    }
    return { status: "ok" };
  });
}

/** The synchronous block: looks at both ends and moves. */
function move(home: Home, from: string, to: string, options: RenameOptions): Answer {
  const moved = reachExisting(home.root, from, (source, directory): Answer | null => {
    const there = look(source);
    if (there === null || there.kind === "other") return null;
    return reach(home.root, to, (way) => moveTo(home, { host: source, kind: there.kind, directory }, way, options));
  });
  return moved ?? { status: "missing" };
}

interface Source {
  host: string;
  kind: "file" | "directory" | "other";
  directory: string;
}

function moveTo(home: Home, source: Source, way: Way, { budget }: RenameOptions): Answer {
  if (way.status === "blocked") return { status: "not_a_directory", path: way.path };
  if (way.missing.length === 0 && look(`${way.directory}/${way.name}`) !== null) return { status: "exists" };
  const growth = { files: way.missing.length, bytes: 0 };
  const usage = home.counts.refuse(growth, budget);
  if (usage !== null) return { status: "over_budget", usage };
  let made: string[] = [];
  try {
    const parents = makeDirectories(way.directory, way.missing);
    made = parents.made;
    const target = `${parents.deepest}/${way.name}`;
    if (!moveToFreeName(source, target)) return { status: "exists" };
    home.stage.moved(source.host, target);
  } catch (error) {
    unmakeDirectories(made);
    if (hasVanished(error)) return VANISHED;
    throw error;
  }
  home.counts.grow(growth);
  return { status: "moved", touched: [source.directory, way.directory, ...made] };
}

function moveToFreeName(source: Source, target: string): boolean {
  if (source.kind === "file") return moveFileToFreeName(source.host, target);
  try {
    // Directories cannot be linked. What another process puts there after we looked is refused, unless it is an empty
    // directory.
    renameSync(source.host, target);
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
}
