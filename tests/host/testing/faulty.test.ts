import assert from "node:assert/strict";
import { test } from "node:test";
import { createMemoryTool, StorageError } from "memory-tool";
import { inMemory } from "memory-tool/storage/memory";
import { type Fault, faulty, storageConformance } from "memory-tool/testing";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const error = new StorageError("full", "no space left", { outcome: "unchanged" });

async function isFailure(call: unknown): Promise<boolean> {
  try {
    await call;
    return false;
  } catch (thrown) {
    assert.equal(thrown, error);
    return true;
  }
}

/** Which of five stats and writes, taken in turns, fail. */
async function failing(fault: Fault): Promise<number[]> {
  const storage = faulty(inMemory(), [fault]);
  const failed: number[] = [];
  for (let i = 1; i <= 5; i++) {
    if (await isFailure(storage.stat("/memories"))) failed.push(2 * i - 1);
    if (await isFailure(storage.write("/memories/a", bytes("x"), { when: "any" }))) failed.push(2 * i);
  }
  return failed;
}

test("a fault hits the call it names, counted among those of its verb or among all", async () => {
  assert.deepEqual(await failing({ verb: "stat", call: 2, at: "before", error }), [3]);
  assert.deepEqual(await failing({ verb: "write", call: 2, at: "before", error }), [4]);
  assert.deepEqual(await failing({ call: 2, at: "before", error }), [2]);
  assert.deepEqual(await failing({ verb: "rename", call: 1, at: "before", error }), []);
});

test("before, the store is not asked; after, it has done its work", async () => {
  for (const at of ["before", "after"] as const) {
    const store = inMemory();
    const storage = faulty(store, [{ verb: "write", call: 1, at, error }]);
    assert.ok(await isFailure(storage.write("/memories/a", bytes("x"), { when: "any" })));
    assert.equal((await store.stat("/memories/a")) !== null, at === "after");
  }
});

test("a call that is delayed is answered when others are done, and one that hangs never", async () => {
  const order: string[] = [];
  const storage = faulty(inMemory(), [
    { verb: "stat", call: 1, at: "before", delayMs: 20 },
    { verb: "stat", call: 2, at: "after", delayMs: 10 },
    { verb: "stat", call: 3, at: "after", hangs: true },
  ]);
  const calls = Array.from({ length: 4 }, async (_, i) => {
    await storage.stat("/memories");
    order.push(`call ${i + 1}`);
  });
  await Promise.race([Promise.all([calls[0], calls[1], calls[3]]), calls[2]]);
  assert.deepEqual(order, ["call 4", "call 2", "call 1"]);
});

test("tells what was called", async () => {
  const storage = faulty(inMemory(), []);
  const memory = createMemoryTool({ storage });
  await memory.execute({ command: "create", path: "/memories/a.md", file_text: "a" });
  await memory.execute({ command: "insert", path: "/memories/a.md", insert_line: 0, insert_text: "b" });
  assert.deepEqual(storage.calls, ["write", "read", "write"]);
});

const capabilities = { foldsCase: true };
storageConformance(test, () => faulty(inMemory({ capabilities }), []), { capabilities });
