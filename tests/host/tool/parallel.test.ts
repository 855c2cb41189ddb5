import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createMemoryTool, type MemoryStorage } from "memory-tool";
import { inMemory } from "memory-tool/storage/memory";
import { nodeFs } from "memory-tool/storage/node-fs";
import { temporaryDirectory } from "../storage/kit.js";

/** Stores over the same files, one for each tool. */
const stores: Record<string, (tools: number) => MemoryStorage[]> = {
  "in memory": (tools) => {
    const store = inMemory();
    return Array.from({ length: tools }, () => store);
  },
  "on disk": (tools) => {
    const root = temporaryDirectory();
    return Array.from({ length: tools }, () => nodeFs(root));
  },
};

describe("edits at the same time", () => {
  for (const [where, make] of Object.entries(stores)) {
    for (const tools of [1, 2]) {
      for (const edits of [50, 500]) {
        test(`${where}, ${tools === 1 ? "one tool" : "two tools"}: all of ${edits} are kept`, async () => {
          const memories = make(tools).map((storage) => createMemoryTool({ storage }));
          const [first] = memories;
          assert.ok(first);
          const path = "/memories/a.md";
          await first.execute({ command: "create", path, file_text: "end\n" });
          const inserts = Array.from({ length: edits }, (_, i) =>
            (memories[i % tools] ?? first).execute({
              command: "insert",
              path,
              insert_line: 0,
              insert_text: `edit ${i}`,
            }),
          );
          for (const { content, is_error } of await Promise.all(inserts))
            assert.equal(is_error, false, JSON.stringify(content));
          // What one tool was asked for is done in the order in which it was asked.
          const { content } = await first.execute({ command: "view", path });
          assert.ok(typeof content === "string");
          const lines = content
            .split("\n")
            .slice(1)
            .map((line) => line.split("\t")[1]);
          const expected = Array.from({ length: edits }, (_, i) => `edit ${edits - 1 - i}`);
          if (tools === 1) assert.deepEqual(lines, [...expected, "end"]);
          else assert.deepEqual(new Set(lines), new Set([...expected, "end"]));
        });
      }
    }
  }
});
