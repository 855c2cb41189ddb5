import type { Awaitable, MemoryStorage, StorageCapabilities } from "../storage.js";
import type { Behaviour, DescribeBehaviour, Testable } from "./behaviour.js";
import { budgetBehaviours } from "./behaviours/budget.js";
import { conditionBehaviours } from "./behaviours/conditions.js";
import { listBehaviours } from "./behaviours/list.js";
import { nameBehaviours } from "./behaviours/names.js";
import { readBehaviours } from "./behaviours/read.js";
import { removeBehaviours } from "./behaviours/remove.js";
import { renameBehaviours } from "./behaviours/rename.js";
import { statBehaviours } from "./behaviours/stat.js";
import { usageBehaviours } from "./behaviours/usage.js";
import { writeBehaviours } from "./behaviours/write.js";
import { check } from "./check.js";

/** What takes a test: `test` of node:test or of vitest, `Deno.test`, or a function of your own. */
export type RegisterTest = (name: string, body: () => Promise<void>) => unknown;

/** A store that is empty, and what goes with it. */
export interface StoreUnderTest {
  storage: MemoryStorage;
  /** Another client of the same store, as another process would have one. Where none can be made, `storage` stands in. */
  second?: MemoryStorage;
  /** Called when the test is over, however it ended. */
  dispose?(): unknown;
}

/** Makes an empty store, for each test anew. */
export type MakeStore = () => Awaitable<MemoryStorage | StoreUnderTest>;

export interface ConformanceOptions {
  /** What the store declares as its `capabilities`: the tests expect no more of it. */
  capabilities?: Partial<StorageCapabilities>;
}

const DEFAULTS: Testable = {
  compareAndSet: true,
  foldsCase: false,
  windowsNames: false,
  longestName: 255,
  foreignEntries: false,
};

const GROUPS: readonly ((behaviour: DescribeBehaviour) => void)[] = [
  statBehaviours,
  readBehaviours,
  writeBehaviours,
  conditionBehaviours,
  budgetBehaviours,
  nameBehaviours,
  listBehaviours,
  removeBehaviours,
  renameBehaviours,
  usageBehaviours,
];

/**
 * Registers a test for each behaviour that the documentation of `MemoryStorage` lists, under the same words. What the
 * store cannot do by its `capabilities` is not asked of it.
 *
 * ```ts
 * import { test } from "node:test";
 * import { storageConformance } from "memory-tool/testing";
 * import { myStore } from "./my-store.js";
 *
 * storageConformance(test, () => myStore());
 * ```
 */
export function storageConformance(test: RegisterTest, makeStore: MakeStore, options: ConformanceOptions = {}): void {
  const capabilities = { ...DEFAULTS, ...options.capabilities };
  const behaviour: DescribeBehaviour = (name, holds, { needs } = {}) => {
    if (needs === undefined || needs(capabilities)) test(name, () => run(holds, makeStore, capabilities));
  };
  for (const describe of GROUPS) describe(behaviour);
}

async function run(holds: Behaviour, makeStore: MakeStore, capabilities: Testable): Promise<void> {
  const made = await makeStore();
  const store: StoreUnderTest = "stat" in made ? { storage: made } : made;
  try {
    checkCapabilities(store.storage, capabilities);
    await holds({ storage: store.storage, second: store.second ?? store.storage, capabilities });
  } finally {
    await store.dispose?.();
  }
}

/** The tool goes by what the store declares: were that anything else, other things would be tested than are used. */
function checkCapabilities(storage: MemoryStorage, told: Testable): void {
  const declared: Testable = { ...DEFAULTS, ...storage.capabilities };
  for (const name of Object.keys(DEFAULTS) as (keyof Testable)[]) {
    check(
      declared[name] === told[name],
      `the store declares ${name}: ${declared[name]}, and storageConformance was told ${told[name]}; ` +
        "give it { capabilities } with what the store declares",
    );
  }
}
