import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { StorageError } from "memory-tool";
import { inMemory } from "memory-tool/storage/memory";
import { storageConformance } from "memory-tool/testing";
import { bytes, put, text } from "./files.js";

describe("in memory", () => {
  storageConformance(test, () => inMemory());

  test("answers without a promise", () => {
    const store = inMemory();
    assert.deepEqual(store.write("/memories/a", bytes("x"), { when: "absent" }), { status: "ok", version: "2" });
    assert.ok(!(store.list("/memories", { depth: 1 }) instanceof Promise));
  });

  test("declares what it is told to, and nothing by itself", () => {
    assert.deepEqual(inMemory().capabilities, {});
    assert.deepEqual(inMemory({ capabilities: { longestName: 20 } }).capabilities, { longestName: 20 });
  });
});

describe("in memory, with naming rules of its own and without compare-and-set", () => {
  const capabilities = { windowsNames: true, longestName: 40, compareAndSet: false };
  storageConformance(test, () => inMemory({ capabilities }), { capabilities });
});

describe("in memory, folding case", () => {
  const capabilities = { foldsCase: true };
  const folding = () => inMemory({ capabilities });
  const refused = (error: unknown) =>
    error instanceof StorageError && error.code === "name_not_allowed" && error.outcome === "unchanged";

  storageConformance(test, folding, { capabilities });

  test("finds a name by its exact spelling only", async () => {
    const store = folding();
    await put(store, "/memories/Notes/A", "x");
    assert.equal(await text(store, "/memories/notes/A"), "(missing)");
    assert.equal(store.stat("/memories/Notes/a"), null);
    assert.deepEqual(await store.remove("/memories/Notes/a", {}), { status: "missing" });
  });

  test("a name that differs in case exists for a write where nothing may be, and for a rename", async () => {
    const store = folding();
    await put(store, "/memories/A", "x");
    await put(store, "/memories/b", "y");
    assert.deepEqual(store.write("/memories/a", bytes("z"), { when: "absent" }), { status: "exists" });
    assert.deepEqual(store.rename("/memories/b", "/memories/a", {}), { status: "exists" });
    assert.deepEqual(store.rename("/memories/b", "/memories/B", {}), { status: "exists" });
    assert.throws(() => store.write("/memories/a", bytes("z"), { when: "any" }), refused);
  });

  test("a directory above that differs in case is refused", async () => {
    const store = folding();
    await put(store, "/memories/Dir/x", "x");
    assert.throws(() => store.write("/memories/dir/y", bytes("z"), { when: "absent" }), refused);
    assert.throws(() => store.rename("/memories/Dir/x", "/memories/dir/y", {}), refused);
  });
});
