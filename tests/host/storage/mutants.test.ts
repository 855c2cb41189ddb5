import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { storageConformance, type StoreUnderTest } from "memory-tool/testing";
import { inMemory } from "memory-tool/storage/memory";
import { listingMutants } from "./mutants/listing.js";
import { lookingMutants } from "./mutants/looking.js";
import { methodsOf } from "./mutants/mutant.js";
import { movingMutants } from "./mutants/moving.js";
import { writingMutants } from "./mutants/writing.js";

const mutants = [...lookingMutants, ...writingMutants, ...listingMutants, ...movingMutants];

function behavioursOf(make: () => StoreUnderTest): Map<string, () => Promise<void>> {
  const behaviours = new Map<string, () => Promise<void>>();
  storageConformance((name, body) => behaviours.set(name, body), make);
  return behaviours;
}

describe("a store that does not keep to the contract is found out", () => {
  for (const { fault, caughtBy, make } of mutants) {
    test(fault, async () => {
      const behaviours = behavioursOf(make);
      for (const name of caughtBy) {
        const body = behaviours.get(name);
        assert.ok(body, `there is no behaviour "${name}"`);
        await assert.rejects(body, { name: "ConformanceError" }, name);
      }
    });
  }

  test("by nothing when it is whole", async () => {
    for (const body of behavioursOf(() => ({ storage: methodsOf(inMemory()) })).values()) await body();
  });

  test("by each of the tests, at least once", () => {
    const caught = new Set(mutants.flatMap(({ caughtBy }) => caughtBy));
    const names = [...behavioursOf(() => ({ storage: inMemory() })).keys()];
    assert.deepEqual(
      names.filter((name) => !caught.has(name)),
      [],
    );
  });
});
