import assert from "node:assert/strict";
import { test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createMemoryTool, type MemoryTool } from "memory-tool";
import { inMemory } from "memory-tool/storage/memory";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

test("a tool that is dropped is collected, one for each user of a server for instance", async () => {
  const tools: WeakRef<MemoryTool>[] = [];
  for (let count = 0; count < 200; count += 1) {
    const tool = createMemoryTool({ storage: inMemory() });
    await tool.execute({ command: "view", path: "/memories" });
    tools.push(new WeakRef(tool));
  }
  for (let round = 0; round < 20; round += 1) {
    collect();
    await turn();
  }
  const left = tools.filter((tool) => tool.deref() !== undefined).length;
  assert.ok(left < 10, `${left} of 200 tools are left`);
});

test("a call outlives the last reference to its tool", async () => {
  const slow = inMemory();
  const read = slow.read.bind(slow);
  slow.read = async (...of) => {
    for (let round = 0; round < 5; round += 1) {
      await turn();
      collect();
    }
    return read(...of);
  };
  const results = Array.from({ length: 10 }, () =>
    createMemoryTool({ storage: slow }).execute({ command: "view", path: "/memories/missing" }),
  );
  for (const { is_error } of await Promise.all(results)) {
    assert.equal(is_error, true);
  }
});
