import { StorageError } from "../../errors.js";
import { codeOf } from "./error.js";
import { Gate } from "./gate.js";
import { Listings } from "./list.js";
import { Stage } from "./stage.js";
import { DirectorySync } from "./sync.js";
import { Counts } from "./usage.js";

/** What one store knows besides what is on the disk. */
export class Home {
  readonly root: string;
  readonly counts: Counts;
  readonly listings: Listings;
  readonly directories = new DirectorySync();
  readonly writers = new Gate(32);
  readonly stage = new Stage();

  constructor(root: string) {
    this.root = root;
    this.counts = new Counts(root);
    this.listings = new Listings(root);
  }
}

/** What an attempt answers when the ground moved under it: a directory on the way was removed or replaced. */
export const VANISHED = "vanished";

const ATTEMPTS = 10;

/** Tries again while directories vanish. */
export async function persist<T>(attempt: () => Promise<T | typeof VANISHED>): Promise<T> {
  for (let i = 0; i < ATTEMPTS; i++) {
    const result = await attempt();
    if (result !== VANISHED) return result;
  }
  throw new StorageError("unavailable", "directories above the path keep vanishing", { outcome: "unchanged" });
}

export function hasVanished(error: unknown): boolean {
  const code = codeOf(error);
  return code === "ENOENT" || code === "ENOTDIR";
}
