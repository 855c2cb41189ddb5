import { removeBehaviours, renameBehaviours, usageBehaviours } from "./change.js";
import type { MakeStore, Register } from "./kit.js";
import { listBehaviours } from "./list.js";
import { readBehaviours } from "./read.js";
import { writeBehaviours } from "./write.js";

/** What every store does, whatever it keeps its bytes in. */
export function storageBehaviours(test: Register, makeStore: MakeStore): void {
  for (const group of [
    readBehaviours,
    writeBehaviours,
    listBehaviours,
    removeBehaviours,
    renameBehaviours,
    usageBehaviours,
  ]) {
    group(test, makeStore);
  }
}
