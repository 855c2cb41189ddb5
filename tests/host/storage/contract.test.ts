import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { inMemory } from "memory-tool/storage/memory";
import { storageConformance } from "memory-tool/testing";

/** The lines of the lists in the documentation of an interface, whose comments begin with `mark`. */
function documented(file: string, opening: string, mark: string): string[] {
  const source = readFileSync(file, "utf8");
  const start = source.indexOf(opening);
  assert.ok(start >= 0, `${file} has ${opening}`);
  const lines = source.slice(start, source.indexOf("\n}\n", start)).split("\n");
  const items: string[] = [];
  let open = false;
  for (const line of lines.map((it) => it.trim())) {
    if (line.startsWith(`${mark} - `)) items.push(line.slice(mark.length + 3));
    else if (open && line.startsWith(`${mark}   `)) items.push(`${items.pop()} ${line.slice(mark.length + 3)}`);
    else {
      open = false;
      continue;
    }
    open = true;
  }
  return items;
}

function registered(): string[] {
  const names: string[] = [];
  storageConformance(
    (name) => names.push(name),
    () => inMemory(),
  );
  return names;
}

function registeredInRust(): string[] {
  const folder = "tests/support/conformance";
  const sources = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
  const calls = sources.flatMap((source) => [...source.matchAll(/suite\.test\(\s*"([^"]+)"/gu)]);
  return calls.map(([, name]) => name ?? "");
}

test("each behaviour of the contract is documented, and tested, in TypeScript and in Rust under the same words", () => {
  const names = registered();
  assert.ok(names.length > 70);
  assert.equal(new Set(names).size, names.length, "no name is there twice");
  for (const [where, others] of Object.entries({
    "the documentation of MemoryStorage": documented(
      "pkg-template/src/storage.ts",
      "export interface MemoryStorage",
      "*",
    ),
    "the documentation of the trait Storage": documented("src/storage.rs", "pub trait Storage", "///"),
    "the tests in Rust": registeredInRust(),
  })) {
    assert.deepEqual([...others].sort(), [...names].sort(), where);
  }
});
