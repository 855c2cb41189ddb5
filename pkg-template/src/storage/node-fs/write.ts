import { renameSync } from "node:fs";
import { StorageError } from "../../errors.js";
import type { Stat, Usage, WriteOptions, WriteResult } from "../../storage.js";
import { look } from "./attributes.js";
import { inNewDirectories, makeRoot } from "./directories.js";
import { codeOf, storageError, unchanged } from "./error.js";
import { type Home, hasVanished, VANISHED } from "./home.js";
import { placeNew } from "./move.js";
import { discard, fill, openStaged, type Staged } from "./stage.js";
import { reach, reachExisting, type Way } from "./way.js";

/** What may go ahead: where, and by how much the store grows. */
interface Permit {
  status: "permit";
  way: Way & { status: "open" };
  growth: Usage;
}

interface Switched {
  status: "switched";
  /** The directories that hold a new name. */
  touched: string[];
}

type Refusal = Exclude<WriteResult, { status: "ok" }>;

/**
 * The bytes go to a temporary file and to the disk while others work; then one synchronous block, under the lock, looks
 * at the condition and switches the name, so that nothing comes between the two.
 */
export function write(home: Home, path: string, bytes: Uint8Array, options: WriteOptions): Promise<WriteResult> {
  return home.change(() => attempt(home, path, bytes, options));
}

async function attempt(
  home: Home,
  path: string,
  bytes: Uint8Array,
  options: WriteOptions,
): Promise<WriteResult | typeof VANISHED> {
  const staged = open(home, path, bytes.byteLength, options);
  if (staged === VANISHED || "status" in staged) return staged;
  let switched = false;
  try {
    const version = await fill(staged, bytes);
    const result = await home.lock.hold(() => conclude(home, path, staged, bytes.byteLength, options));
    if (result === VANISHED || result.status !== "switched") return result;
    switched = true;
    await home.directories.sync(result.touched);
    return { status: "ok", version };
  } catch (error) {
    throw storageError(error, switched ? "unknown" : "unchanged");
  } finally {
    if (!switched) discard(home.root, staged);
  }
}

/** Looks at the condition before anything is written, so that what is refused costs no write, and opens a file. */
function open(home: Home, path: string, length: number, options: WriteOptions): Staged | Refusal | typeof VANISHED {
  return unchanged(() => {
    try {
      return reach(home.root, path, (way) => {
        const permit = ask(home, way, length, options);
        return permit.status === "permit" ? openStaged(home.root, permit.way) : permit;
      });
    } catch (error) {
      if (!hasVanished(error)) throw error;
      makeRoot(home.root);
      return VANISHED;
    }
  });
}

function ask(home: Home, way: Way, length: number, { when, budget }: WriteOptions): Permit | Refusal {
  if (way.status === "blocked") return { status: "not_a_directory", path: way.path };
  const there = way.missing.length === 0 ? look(home.root, `${way.directory}/${way.name}`) : null;
  const refusal = unmet(there, when);
  if (refusal !== null) return refusal;
  const growth = { files: way.missing.length + (there === null ? 1 : 0), bytes: length - (there?.size ?? 0) };
  const usage = home.counts.refuse(growth, budget);
  if (usage !== null) return { status: "over_budget", usage };
  return { status: "permit", way, growth };
}

function unmet(there: Stat | null, when: WriteOptions["when"]): Refusal | null {
  if (when === "absent") return there === null ? null : { status: "exists" };
  if (when !== "any") {
    return there?.kind === "file" && there.version === when.version ? null : { status: "changed" };
  }
  if (there?.kind === "directory") return { status: "is_directory" };
  if (there?.kind !== "other") return null;
  throw new StorageError("name_not_allowed", "something that is no file has this name", { outcome: "unchanged" });
}

/** The synchronous block. */
function conclude(
  home: Home,
  path: string,
  staged: Staged,
  length: number,
  options: WriteOptions,
): Switched | Refusal | typeof VANISHED {
  const result = reachExisting(home.root, staged.path, (source) =>
    reach(home.root, path, (way) => {
      const permit = ask(home, way, length, options);
      if (permit.status !== "permit") return permit;
      const switched = switchName(permit.way, source, options.when === "absent");
      if (switched !== VANISHED && switched.status === "switched") {
        home.counts.grow(permit.growth);
        home.listings.forget();
      }
      return switched;
    }),
  );
  return result ?? VANISHED;
}

function switchName(
  { directory, at, missing, name }: Way & { status: "open" },
  staged: string,
  fresh: boolean,
): Switched | Refusal | typeof VANISHED {
  try {
    return inNewDirectories(directory, missing, (deepest) => {
      const target = `${deepest}/${name}`;
      if (!fresh) renameSync(staged, target);
      else if (!placeNew(staged, target)) return { status: "exists" };
      return { status: "switched", touched: chain(at, missing) };
    });
  } catch (error) {
    if (hasVanished(error)) return VANISHED;
    if (codeOf(error) === "EISDIR") return { status: "is_directory" };
    throw error;
  }
}

/** A directory and those that were made below it, each in the one before. */
export function chain(at: string, made: readonly string[]): string[] {
  return [at, ...made.map((_, i) => [at, ...made.slice(0, i + 1)].join("/"))];
}
