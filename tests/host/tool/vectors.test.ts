import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { createMemoryTool, type MemoryStorage } from "memory-tool";
import { inMemory } from "memory-tool/storage/memory";
import { nodeFs } from "memory-tool/storage/node-fs";
import { allCases, type Case, type Tree } from "./vectors.js";

/** A store with a tree in it, and a look at the tree that it holds. */
interface Held {
  storage: MemoryStorage;
  tree(): Promise<Tree>;
}

async function heldInMemory({ before, capabilities }: Case): Promise<Held> {
  const storage = inMemory(capabilities && { capabilities });
  const tree = async (): Promise<Tree> => {
    const found: Tree = new Map();
    const page = await storage.list("/memories", { depth: 100 });
    assert.equal(page?.cursor, null, "a vector's tree fits one page");
    for (const entry of page.entries) {
      const read = entry.kind === "file" ? await storage.read(entry.path, {}) : undefined;
      found.set(entry.path, read?.status === "ok" ? read.bytes : null);
    }
    return found;
  };
  for (const [path, bytes] of before) {
    if (bytes) {
      await storage.write(path, bytes.slice(), { when: "any" });
    } else {
      // A store has no verb that makes a directory: it outlives the file that it was made for.
      await storage.write(`${path}/gone`, new Uint8Array(), { when: "any" });
      await storage.remove(`${path}/gone`, {});
    }
  }
  return { storage, tree };
}

const scratch = mkdtempSync(join(tmpdir(), "memory-tool-vectors-"));
after(() => rmSync(scratch, { recursive: true }));

async function heldOnDisk({ before }: Case): Promise<Held> {
  const root = mkdtempSync(join(scratch, "case-"));
  const onDisk = (path: string): string => join(root, path.slice("/memories".length));
  for (const [path, bytes] of before) {
    mkdirSync(bytes ? dirname(onDisk(path)) : onDisk(path), { recursive: true });
    if (bytes) {
      writeFileSync(onDisk(path), bytes);
    }
  }
  const tree = async (): Promise<Tree> => {
    const found: Tree = new Map();
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const bytes = entry.isDirectory() ? null : Uint8Array.from(readFileSync(path));
      found.set(`/memories${path.slice(root.length)}`, bytes);
    }
    return found;
  };
  return { storage: nodeFs(root), tree };
}

async function check(each: Case, hold: (each: Case) => Promise<Held>): Promise<void> {
  const { storage, tree } = await hold(each);
  const memory = createMemoryTool({ storage, ...each.options });
  for (const { input, content, is_error } of each.calls) {
    assert.deepEqual(await memory.execute(input), { content, is_error }, each.why);
  }
  const sorted = (of: Tree): [string, Uint8Array | null][] => [...of].sort(([a], [b]) => (a < b ? -1 : 1));
  assert.deepEqual(sorted(await tree()), sorted(each.after), `the tree afterwards: ${each.why}`);
}

for (const each of allCases()) {
  test(`in memory: ${each.name}`, () => check(each, heldInMemory));
  // Capabilities are the disk's own: a case that asks for others is for the store in memory.
  if (!each.capabilities) {
    test(`on disk: ${each.name}`, () => check(each, heldOnDisk));
  }
}
