import { readFileSync, readlinkSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { StorageError } from "../../errors.js";
import { codeOf } from "./error.js";
import { lifeOf } from "./owner.js";
import { LOCK, ticket } from "./temporary.js";

/** How long a lock is respected whose holder cannot be seen, or should have let go long ago. */
const RESPECTED_MS = 10_000;
/** How long a change waits for the lock before it gives up. */
const PATIENCE_MS = 20_000;
/** Waits without a pause before pauses begin: a holder that runs lets go in less than a millisecond. */
const TURNS = 3;

/** Places that know no links, and Windows, where making one takes a privilege. */
const NO_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EINVAL"]);

/**
 * Lets one process at a time look at a condition and change a name. It is held for that one synchronous block and no
 * longer: nobody can write a condition into a system call, so that without it two processes could both find theirs to hold.
 *
 * It is a link that leads nowhere and whose text names its holder: made in one call, only where none is.
 */
export class Lock {
  readonly #path: string;
  /** Locks that were in the way, and since when the same one is. */
  readonly #seen = new Map<string, { text: string; since: number }>();

  constructor(root: string) {
    this.#path = `${root}/${LOCK}`;
  }

  /** Waits for the lock and does `work`, which runs at once where nobody else holds it. */
  async hold<T>(work: () => T): Promise<T> {
    const until = performance.now() + PATIENCE_MS;
    for (let round = 0; ; round++) {
      const text = ticket();
      if (this.#take(this.#path, text)) {
        try {
          return work();
        } finally {
          letGo(this.#path, text);
        }
      }
      if (performance.now() > until) {
        const message = `another process has held the lock of the memory for ${PATIENCE_MS / 1000} seconds`;
        throw new StorageError("unavailable", message, { outcome: "unchanged" });
      }
      await pause(round);
    }
  }

  /** Takes the lock unless somebody else has it. One that was left behind is cleared away first. */
  #take(path: string, text: string): boolean {
    if (make(path, text)) {
      this.#seen.delete(path);
      return true;
    }
    const other = textOf(path);
    if (other !== null && this.#isAbandoned(path, other)) this.#clear(path, other);
    return false;
  }

  #isAbandoned(path: string, text: string): boolean {
    const life = lifeOf(text);
    // Blocks do not wait, so that no block of this thread can be under way while another one asks.
    if (life === "own" || life === "dead") return true;
    const now = performance.now();
    const seen = this.#seen.get(path);
    if (seen?.text !== text) {
      this.#seen.set(path, { text, since: now });
      return false;
    }
    // A thread that was stopped in the middle leaves its lock while its process lives on.
    return (life === "unknown" || isThisProcess(text)) && now - seen.since > RESPECTED_MS;
  }

  /**
   * Under a second lock, so that nobody takes away the lock of one who came after the abandoned one. Where its holder
   * dies in turn, it is cleared in the same way.
   */
  #clear(path: string, abandoned: string): void {
    const guard = `${path}~`;
    const text = ticket();
    if (!this.#take(guard, text)) return;
    try {
      if (textOf(path) === abandoned) unlinkSync(path);
    } finally {
      letGo(guard, text);
    }
  }
}

function pause(round: number): Promise<void> {
  return new Promise((resolve) => {
    if (round < TURNS) setImmediate(resolve);
    else setTimeout(resolve, 1 + 3 * Math.random());
  });
}

function isThisProcess(text: string): boolean {
  return text.startsWith(`${process.pid}-`);
}

/** Whether there was none. */
function make(path: string, text: string): boolean {
  if (process.platform !== "win32") {
    try {
      symlinkSync(text, path);
      return true;
    } catch (error) {
      if (codeOf(error) === "EEXIST") return false;
      if (!NO_LINKS.has(codeOf(error))) throw error;
    }
  }
  try {
    writeFileSync(path, text, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Who holds a lock; `null` where nobody does. */
function textOf(path: string): string | null {
  try {
    return process.platform === "win32" ? readFileSync(path, "utf8") : readlinkSync(path);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    if (codeOf(error) === "EINVAL") return readFileSync(path, "utf8");
    throw error;
  }
}

function letGo(path: string, text: string): void {
  try {
    // Whoever took us for dead has cleared it, and it may be another's by now.
    if (textOf(path) === text) unlinkSync(path);
  } catch {
    // It stays, and is cleared by the next who wants it: what was done under it counts more.
  }
}
