import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import type { StorageCapabilities } from "memory-tool";
import { inMemory } from "memory-tool/storage/memory";
import { type MakeStore, storageConformance } from "memory-tool/testing";

function behaviours(make: MakeStore, capabilities?: Partial<StorageCapabilities>): Map<string, () => Promise<void>> {
  const found = new Map<string, () => Promise<void>>();
  storageConformance((name, body) => found.set(name, body), make, capabilities && { capabilities });
  return found;
}

const FIRST = "stat finds a directory at the root of a new store";

test("a test makes a store of its own, and disposes of it when it is over, however it ended", async () => {
  const events: string[] = [];
  const make = (root: "directory" | "missing"): MakeStore => {
    return async () => {
      events.push("made");
      const storage = inMemory();
      if (root === "missing") storage.stat = () => null;
      return { storage, dispose: () => events.push("disposed") };
    };
  };
  assert.deepEqual(events, []);
  await behaviours(make("directory")).get(FIRST)?.();
  assert.deepEqual(events, ["made", "disposed"]);
  await assert.rejects(async () => behaviours(make("missing")).get(FIRST)?.(), {
    name: "ConformanceError",
    message: 'stat of the root: the contract asks for {"kind":"directory","size":0}, the store gave null',
  });
  assert.deepEqual(events, ["made", "disposed", "made", "disposed"]);
});

test("a store that declares other capabilities than the tests were told is refused", async () => {
  const body = behaviours(() => inMemory({ capabilities: { longestName: 40 } })).get(FIRST);
  await assert.rejects(async () => body?.(), {
    name: "ConformanceError",
    message:
      "the store declares longestName: 40, and storageConformance was told 255; " +
      "give it { capabilities } with what the store declares",
  });
});

test("what a store cannot do is not asked of it", () => {
  const all = [...behaviours(() => inMemory()).keys()];
  const without = (capabilities: Partial<StorageCapabilities>): string[] => {
    const asked = behaviours(() => inMemory(), capabilities);
    return all.filter((name) => !asked.has(name));
  };
  assert.deepEqual(without({ windowsNames: true }), [
    "names that Windows refuses are held, unless the store says that it cannot",
  ]);
  const races = without({ compareAndSet: false });
  assert.ok(races.length > 0);
  for (const name of races) assert.match(name, /exactly one is done$|^no edit is lost/u);
});

test("runs where there is no Node: nothing that it loads imports from node:", () => {
  const loaded = new Set<string>();
  const load = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    const imports = readFileSync(file, "utf8").matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["'`]([^"'`]+)["'`]/gu);
    for (const [, specifier = ""] of imports) {
      assert.ok(specifier.startsWith("."), `${file} imports ${specifier}`);
      load(join(dirname(file), specifier));
    }
  };
  load("pkg/dist/testing.js");
});
