import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { createMemoryTool, type MemoryStorage, StorageError } from "memory-tool";
import { inMemory } from "memory-tool/storage/memory";
import { nodeFs } from "memory-tool/storage/node-fs";
import { type Fault, faulty, type Verb } from "memory-tool/testing";

// Every call that any command makes of its store fails or hangs once, before or after it has done its work.

const scratch = mkdtempSync(join(tmpdir(), "memory-tool-faults-"));
after(() => rmSync(scratch, { recursive: true, force: true }));

const stores: Record<string, () => MemoryStorage> = {
  "in memory": () => inMemory(),
  "on disk": () => nodeFs(mkdtempSync(join(scratch, "store-"))),
};

const commands: Record<string, object> = {
  "view of a file": { command: "view", path: "/memories/a.md" },
  "view of a directory": { command: "view", path: "/memories" },
  create: { command: "create", path: "/memories/new.md", file_text: "new" },
  "create in a new directory": { command: "create", path: "/memories/p/q/new.md", file_text: "new" },
  "create of a file that is too large": { command: "create", path: "/memories/big.md", file_text: "b".repeat(2000) },
  "create in a store that is full": { command: "create", path: "/memories/c.md", file_text: "c".repeat(900) },
  str_replace: { command: "str_replace", path: "/memories/a.md", old_str: "one", new_str: "1" },
  insert: { command: "insert", path: "/memories/a.md", insert_line: 1, insert_text: "between" },
  "delete of a file": { command: "delete", path: "/memories/a.md" },
  "delete of a directory": { command: "delete", path: "/memories/d" },
  "rename of a file": { command: "rename", old_path: "/memories/a.md", new_path: "/memories/p/b.md" },
  "rename of a directory": { command: "rename", old_path: "/memories/d", new_path: "/memories/p/d" },
  "rename of a directory into itself": { command: "rename", old_path: "/memories/d", new_path: "/memories/d/e/d" },
};

const before = { "/memories/a.md": "one\ntwo\n", "/memories/d/b.md": "b", "/memories/d/e/c.md": "c" };
const limits = { fileBytes: 1000, totalBytes: 900 };
const CHANGES: ReadonlySet<Verb> = new Set(["write", "remove", "rename"]);

type Ways = Record<string, Pick<Fault, "at"> & ({ error: unknown } | { hangs: true })>;

const failures: Ways = {
  "fails before its work, and says so": {
    at: "before",
    error: new StorageError("denied", "EACCES /home/u/secret", { outcome: "unchanged" }),
  },
  "fails before its work": { at: "before", error: new StorageError("corrupt", "EIO /home/u/secret") },
  "fails after its work": { at: "after", error: new StorageError("corrupt", "EIO /home/u/secret") },
  "throws before its work": { at: "before", error: new Error("ECONNRESET /home/u/secret") },
  "throws after its work": { at: "after", error: new Error("ECONNRESET /home/u/secret") },
};
const silences: Ways = {
  "hangs before its work": { at: "before", hangs: true },
  "hangs after its work": { at: "after", hangs: true },
};

/** Files with their texts, and directories. */
async function treeOf(storage: MemoryStorage): Promise<Record<string, string | null>> {
  const page = await storage.list("/memories", { depth: 99 });
  assert.equal(page?.cursor, null);
  const tree: Record<string, string | null> = {};
  for (const { path, kind } of page.entries) {
    const read = kind === "file" ? await storage.read(path, {}) : undefined;
    tree[path] = read?.status === "ok" ? new TextDecoder().decode(read.bytes) : null;
  }
  return tree;
}

async function filled(make: () => MemoryStorage): Promise<MemoryStorage> {
  const storage = make();
  for (const [path, text] of Object.entries(before)) {
    await storage.write(path, new TextEncoder().encode(text), { when: "absent" });
  }
  return storage;
}

/** What a command answers, does and calls when nothing goes wrong. */
async function undisturbed(make: () => MemoryStorage, input: object) {
  const inner = await filled(make);
  const storage = faulty(inner, []);
  const treeBefore = await treeOf(inner);
  const result = await createMemoryTool({ storage, limits }).execute(input);
  return { result, calls: storage.calls, treeBefore, treeAfter: await treeOf(inner) };
}

/** Long enough for a call of the disk on a machine that is busy: those that hang all wait at the same time. */
const TIMEOUT_MS = 2000;

async function disturbed(make: () => MemoryStorage, input: object, ways: Ways): Promise<void> {
  const { result, calls, treeBefore, treeAfter } = await undisturbed(make, input);
  assert.ok(calls.length > 0);
  const cases = Object.entries(ways).flatMap(([way, fault]) => calls.map((verb, i) => ({ way, fault, verb, i })));
  await Promise.all(
    cases.map(async ({ way, fault, verb, i }) => {
      const where = `call ${i + 1}, ${verb}, ${way}`;
      const inner = await filled(make);
      const storage = faulty(inner, [{ ...fault, call: i + 1 }]);
      const memory = createMemoryTool({ storage, limits, storageTimeoutMs: TIMEOUT_MS });
      const failed = await memory.execute(input);
      const tree = await treeOf(inner);
      if ("error" in fault && !(fault.error instanceof StorageError) && !CHANGES.has(verb)) {
        // What is unavailable, as every unknown error counts, is looked at once more.
        assert.deepEqual(failed, result, where);
        assert.deepEqual(tree, treeAfter, where);
      } else {
        const { content, is_error } = failed;
        assert.equal(is_error, true, where);
        assert.ok(typeof content === "string" && content.startsWith("Error: The memory store"), where);
        assert.ok(!content.includes("secret"), where);
        const done = fault.at === "after" && CHANGES.has(verb);
        assert.deepEqual(tree, done ? treeAfter : treeBefore, where);
        const unknown = CHANGES.has(verb) && !way.endsWith("says so");
        assert.equal(content.includes("the outcome is unknown"), unknown, `${where}: ${content}`);
        // What was not done can be repeated.
        if (!done) assert.deepEqual(await memory.execute(input), result, where);
      }
      const next = { command: "create", path: "/memories/next.md", file_text: "n" };
      assert.equal((await memory.execute(next)).is_error, false, where);
      assert.deepEqual(await treeOf(inner), { ...treeAfter, "/memories/next.md": "n" }, where);
    }),
  );
}

for (const [store, make] of Object.entries(stores)) {
  for (const [command, input] of Object.entries(commands)) {
    test(`${store}, ${command}: where a call of the store fails, the tree is as before or as after`, () =>
      disturbed(make, input, failures));
  }
}

describe(
  "where a call of the store is never answered, the tree is as before or as after",
  { concurrency: true },
  () => {
    for (const [store, make] of Object.entries(stores)) {
      for (const [command, input] of Object.entries(commands)) {
        test(`${store}, ${command}`, () => disturbed(make, input, silences));
      }
    }
  },
);
