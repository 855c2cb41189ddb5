import type { MemoryStorage, StorageCapabilities } from "../storage.js";

/** What tests can tell. How much a store likes to be asked for at once, none can. */
export type Testable = Omit<StorageCapabilities, "blockBytes">;

/** Two clients of one empty store, which may be the same object, and what the store can do. */
export interface Clients {
  storage: MemoryStorage;
  second: MemoryStorage;
  capabilities: Testable;
}

/** Throws where the store does not have the behaviour. */
export type Behaviour = (clients: Clients) => Promise<void>;

/** The name is word for word a line of the documentation of `MemoryStorage`. */
export type DescribeBehaviour = (
  name: string,
  holds: Behaviour,
  options?: { needs?: (capabilities: Testable) => boolean },
) => void;

/** For behaviours that only conditions can bring about which hold whoever else writes. */
export const COMPARE_AND_SET = { needs: (capabilities: Testable): boolean => capabilities.compareAndSet };
