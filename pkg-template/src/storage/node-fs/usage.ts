import type { Budget, Usage } from "../../storage.js";
import { addsNothing, fits } from "../common/budget.js";
import { sizeOf } from "./attributes.js";
import { entriesOf } from "./entries.js";
import { codeOf, isNothingThere } from "./error.js";
import { type Held, hold, type NotHeld } from "./hold.js";

/** How old a count may be, since others may write here as well. */
const FRESH_MS = 5000;

/**
 * How much the store holds. Counted once by looking at every entry, then kept up with our own writes; counted again
 * when that is some seconds old, and always before a write is refused.
 *
 * What another process writes in those seconds is not seen: several processes together can go beyond the budget by what
 * they write in that time. One that is counted again never refuses wrongly.
 */
export class Counts {
  readonly #root: string;
  #usage: Usage | null = null;
  #countedAt = 0;

  constructor(root: string) {
    this.#root = root;
  }

  /** The usage, where `growth` does not fit into `budget`; `null` where it does. */
  refuse(growth: Usage, budget: Budget | undefined): Usage | null {
    if (budget === undefined || addsNothing(growth)) return null;
    const fresh = performance.now() - this.#countedAt < FRESH_MS;
    if (fresh && this.#usage !== null && fits(this.#usage, growth, budget)) return null;
    const usage = this.count();
    return fits(usage, growth, budget) ? null : usage;
  }

  grow(growth: Usage): void {
    if (this.#usage === null) return;
    this.#usage = { files: this.#usage.files + growth.files, bytes: this.#usage.bytes + growth.bytes };
  }

  /** After a change whose size is not known. */
  forget(): void {
    this.#usage = null;
  }

  count(): Usage {
    this.#usage = holds(this.#root, this.#root);
    this.#countedAt = performance.now();
    return { ...this.#usage };
  }
}

function holds(root: string, directory: string): Usage {
  const usage: Usage = { files: 0, bytes: 0 };
  for (const entry of readable(directory)) {
    if (entry.kind === "other") continue;
    const host = `${directory}/${entry.name}`;
    const below = entry.kind === "directory" ? within(root, host) : ofFile(root, host);
    usage.files += below.files;
    usage.bytes += below.bytes;
  }
  return usage;
}

const NOTHING: Usage = { files: 0, bytes: 0 };

function ofFile(root: string, host: string): Usage {
  const found = sizeOf(root, host);
  return found?.kind === "file" ? { files: 1, bytes: found.size } : NOTHING;
}

function within(root: string, host: string): Usage {
  const held = holdReadable(host);
  if (held === null) return { files: 1, bytes: 0 };
  if (typeof held === "string") return NOTHING;
  try {
    const { files, bytes } = holds(root, held.path);
    return { files: files + 1, bytes };
  } finally {
    held.release();
  }
}

/** `null` where the directory is not ours to read, as in a listing. */
function holdReadable(host: string): Held | NotHeld | null {
  try {
    return hold(host);
  } catch (error) {
    if (codeOf(error) === "EACCES") return null;
    throw error;
  }
}

function readable(directory: string): ReturnType<typeof entriesOf> {
  try {
    return entriesOf(directory);
  } catch (error) {
    // Gone by now, or not ours to read, as in a listing.
    if (isNothingThere(error) || codeOf(error) === "EACCES") return [];
    throw error;
  }
}
