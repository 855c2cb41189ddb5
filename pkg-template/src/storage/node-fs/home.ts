import { StorageError } from "../../errors.js";
import { codeOf } from "./error.js";
import { Gate } from "./gate.js";
import { removeLeftovers } from "./leftovers.js";
import { Listings } from "./list.js";
import { Lock } from "./lock.js";
import { type Durability, DirectorySync } from "./sync.js";
import { Counts } from "./usage.js";

/** What one store knows besides what is on the disk. */
export class Home {
  readonly root: string;
  readonly counts: Counts;
  readonly listings: Listings;
  readonly directories: DirectorySync;
  readonly lock: Lock;
  readonly #writers = new Gate(32);
  #tidied: Promise<void> | undefined;

  constructor(root: string, durability: Durability) {
    this.root = root;
    this.counts = new Counts(root);
    this.listings = new Listings(root);
    this.directories = new DirectorySync(root, durability);
    this.lock = new Lock(root);
  }

  /** Makes a change, after what an earlier process has left was removed. Tries again while directories vanish. */
  async change<T>(attempt: () => Promise<T | typeof VANISHED>): Promise<T> {
    this.#tidied ??= removeLeftovers(this.root);
    await this.#tidied;
    return this.#writers.pass(async () => {
      for (let i = 0; i < ATTEMPTS; i++) {
        const result = await attempt();
        if (result !== VANISHED) return result;
      }
      throw new StorageError("unavailable", "directories above the path keep vanishing", { outcome: "unchanged" });
    });
  }
}

/** What an attempt answers when the ground moved under it: a directory on the way was removed or replaced. */
export const VANISHED = "vanished";

const ATTEMPTS = 10;

export function hasVanished(error: unknown): boolean {
  const code = codeOf(error);
  return code === "ENOENT" || code === "ENOTDIR";
}
