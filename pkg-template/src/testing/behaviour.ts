import type { MemoryStorage, StorageCapabilities } from "../storage.js";

/** Two clients of one empty store, which may be the same object, and what the store can do. */
export interface Clients {
  storage: MemoryStorage;
  second: MemoryStorage;
  capabilities: StorageCapabilities;
}

/** Throws where the store does not have the behaviour. */
export type Behaviour = (clients: Clients) => Promise<void>;

/** The name is word for word a line of the documentation of `MemoryStorage`. */
export type DescribeBehaviour = (
  name: string,
  holds: Behaviour,
  options?: { needs?: (capabilities: StorageCapabilities) => boolean },
) => void;

/** For behaviours that only conditions can bring about which hold whoever else writes. */
export const COMPARE_AND_SET = { needs: (capabilities: StorageCapabilities): boolean => capabilities.compareAndSet };
