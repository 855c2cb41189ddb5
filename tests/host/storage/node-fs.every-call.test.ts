import assert from "node:assert/strict";
import { lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { createMemoryTool, type MemoryEvent } from "memory-tool";
import { nodeFs } from "memory-tool/storage/node-fs";
import { intercept } from "./intercept.js";
import { allBelow, temporaryDirectory } from "./kit.js";

/** How the file system says no, and what the model may read of it. */
const FAILURES: Record<string, RegExp> = {
  EIO: /^Error: The memory store is unavailable; /,
  ENOSPC: /^Error: The memory store is full; /,
  EACCES: /^Error: The memory store does not permit this; /,
  EROFS: /^Error: The memory store is read-only; /,
  EMFILE: /^Error: The memory store is unavailable; /,
  ENAMETOOLONG: /is not allowed: this store cannot hold that name$|^Error: The memory store cannot hold this name; /,
};

const COMMANDS = [
  { command: "view", path: "/memories" },
  { command: "view", path: "/memories/d/a" },
  { command: "create", path: "/memories/new", file_text: "new" },
  { command: "create", path: "/memories/d/new/deep/er", file_text: "new" },
  { command: "insert", path: "/memories/d/a", insert_line: 0, insert_text: "more" },
  { command: "str_replace", path: "/memories/d/a", old_str: "one", new_str: "1" },
  { command: "rename", old_path: "/memories/d/a", new_path: "/memories/new/a" },
  { command: "rename", old_path: "/memories/d", new_path: "/memories/new/d" },
  { command: "delete", path: "/memories/d/a" },
  { command: "delete", path: "/memories/d" },
];

function memory(): string {
  const root = temporaryDirectory();
  mkdirSync(join(root, "d", "e"), { recursive: true });
  writeFileSync(join(root, "d", "a"), "one\n");
  writeFileSync(join(root, "d", "e", "b"), "two\n");
  return root;
}

/** All that a command can reach. */
function tree(root: string): Record<string, string> {
  const names = allBelow(root).filter((name) => !name.includes("%2F"));
  const content = (name: string): string =>
    lstatSync(join(root, name)).isDirectory() ? "(directory)" : readFileSync(join(root, name), "utf8");
  return Object.fromEntries(names.map((name) => [name, content(name)]));
}

describe("node-fs: each call of the file system fails once", { skip: process.platform !== "linux" }, () => {
  for (const input of COMMANDS) {
    test(`${JSON.stringify(input)}: the tree is as before or as after, the model is told, the next call works`, async () => {
      const sound = memory();
      const before = tree(sound);
      const good = await createMemoryTool({ storage: nodeFs(sound) }).execute(input);
      assert.equal(good.is_error, false);
      const after = tree(sound);

      let failed = 0;
      for (const [code, told] of Object.entries(FAILURES)) {
        for (let nth = 1; ; nth++) {
          const root = memory();
          const events: MemoryEvent[] = [];
          const tool = createMemoryTool({ storage: nodeFs(root), onEvent: (event) => events.push(event) });
          let result = good;
          let name = "";
          const fail = (call: number, made: string): Error | null => {
            if (call !== nth) return null;
            name = made;
            return Object.assign(new Error(`${code}: ${root}`), { code, path: root });
          };
          const calls = await intercept(fail, async () => {
            result = await tool.execute(input);
          });
          if (calls < nth) break;
          const what = `${code} at call ${nth}, ${name}: ${JSON.stringify(result)}`;
          const found = tree(root);
          if (result.is_error) {
            failed += 1;
            assert.ok(typeof result.content === "string", what);
            assert.match(result.content, told, what);
            assert.ok(!result.content.includes(root) && !result.content.includes(code), what);
            const unknown = result.content.includes("unknown");
            assert.deepEqual(found, unknown ? after : before, what);
            assert.ok(
              events.some((event) => event.type === "storage_failed"),
              what,
            );
          } else if (code === "EACCES" && input.command === "view") {
            // A directory below that may not be read is shown as an empty one.
            assert.ok(JSON.stringify(good.content).startsWith(JSON.stringify(result.content).slice(0, -1)), what);
          } else {
            // It was looked at once more, or went another way.
            assert.deepEqual([result, found], [good, after], what);
          }
          if (JSON.stringify(found) === JSON.stringify(before)) {
            assert.deepEqual(await tool.execute(input), good, what);
          }
          const next = await tool.execute({ command: "create", path: "/memories/next", file_text: "next" });
          assert.equal(next.is_error, false, what);
        }
      }
      assert.ok(failed > 0, "no call failed");
    });
  }
});
