import { renameSync } from "node:fs";
import { StorageError } from "../../errors.js";
import type { Stat, Usage, WriteOptions, WriteResult } from "../../storage.js";
import { look } from "./attributes.js";
import { makeDirectories, makeRoot, unmakeDirectories } from "./directories.js";
import { codeOf, storageError, unchanged } from "./error.js";
import { type Home, hasVanished, persist, VANISHED } from "./home.js";
import { moveFileToFreeName } from "./move.js";
import type { Staged } from "./stage.js";
import { reach, type Way } from "./way.js";

/** What may go ahead: where, and by how much the store grows. */
interface Permit {
  status: "permit";
  directory: string;
  missing: string[];
  name: string;
  growth: Usage;
}

interface Switched {
  status: "switched";
  /** The directories that hold a new name. */
  touched: string[];
}

type Refusal = Exclude<WriteResult, { status: "ok" }>;

/**
 * The bytes go to a temporary file and to the disk while others work; then one synchronous block looks at the condition
 * and switches the name, so that nothing of this process comes between the two.
 */
export function write(home: Home, path: string, bytes: Uint8Array, options: WriteOptions): Promise<WriteResult> {
  return home.writers.pass(() => persist(() => attempt(home, path, bytes, options)));
}

async function attempt(
  home: Home,
  path: string,
  bytes: Uint8Array,
  options: WriteOptions,
): Promise<WriteResult | typeof VANISHED> {
  // Looked at before as well, so that what is refused costs no write.
  const permit = unchanged(() => reach(home.root, path, (way) => ask(home, way, bytes.byteLength, options)));
  if (permit.status !== "permit") return permit;
  const staged = await stageIn(home, permit.directory, bytes);
  if (staged === VANISHED) return VANISHED;
  const result = reach(home.root, path, (way) => conclude(home, way, staged, bytes.byteLength, options));
  if (result === VANISHED || result.status !== "switched") return result;
  try {
    await home.directories.sync(result.touched);
  } catch (error) {
    throw storageError(error, "unknown");
  }
  return { status: "ok", version: staged.version };
}

/** Stages in the deepest directory there is, so that none has to be made before the condition is known to hold. */
async function stageIn(home: Home, directory: string, bytes: Uint8Array): Promise<Staged | typeof VANISHED> {
  try {
    return await home.stage.put(directory, bytes);
  } catch (error) {
    if (!hasVanished(error)) throw storageError(error, "unchanged");
    unchanged(() => {
      makeRoot(home.root);
    });
    return VANISHED;
  }
}

function ask(home: Home, way: Way, length: number, { when, budget }: WriteOptions): Permit | Refusal {
  if (way.status === "blocked") return { status: "not_a_directory", path: way.path };
  const { directory, missing, name } = way;
  const there = missing.length === 0 ? look(`${directory}/${name}`) : null;
  const refusal = unmet(there, when);
  if (refusal !== null) return refusal;
  const growth = { files: missing.length + (there === null ? 1 : 0), bytes: length - (there?.size ?? 0) };
  const usage = home.counts.refuse(growth, budget);
  if (usage !== null) return { status: "over_budget", usage };
  return { status: "permit", directory, missing, name, growth };
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

/** The synchronous block. The temporary file is gone afterwards, whatever comes of it. */
function conclude(
  home: Home,
  way: Way,
  staged: Staged,
  length: number,
  options: WriteOptions,
): Switched | Refusal | typeof VANISHED {
  let result: Switched | Refusal | typeof VANISHED | null = null;
  try {
    const permit = ask(home, way, length, options);
    result = permit.status === "permit" ? switchName(permit, staged.host, options.when === "absent") : permit;
    if (permit.status !== "permit" || result === VANISHED || result.status !== "switched") return result;
    home.stage.done(staged);
    home.counts.grow(permit.growth);
    home.listings.forget();
    return result;
  } catch (error) {
    throw storageError(error, "unchanged");
  } finally {
    if (result === null || result === VANISHED || result.status !== "switched") home.stage.discard(staged);
  }
}

function switchName(permit: Permit, staged: string, fresh: boolean): Switched | Refusal | typeof VANISHED {
  let made: string[] = [];
  try {
    const parents = makeDirectories(permit.directory, permit.missing);
    made = parents.made;
    const target = `${parents.deepest}/${permit.name}`;
    if (!fresh) renameSync(staged, target);
    else if (!moveFileToFreeName(staged, target)) return { status: "exists" };
    return { status: "switched", touched: [permit.directory, ...made] };
  } catch (error) {
    unmakeDirectories(made);
    if (hasVanished(error)) return VANISHED;
    if (codeOf(error) === "EISDIR") return { status: "is_directory" };
    throw error;
  }
}
