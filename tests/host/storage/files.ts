import assert from "node:assert/strict";
import type { Entry, ListOptions, MemoryStorage, WriteOptions } from "memory-tool";

export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Writes text and gives back its version. */
export async function put(
  store: MemoryStorage,
  path: string,
  text: string,
  when: WriteOptions["when"] = "any",
): Promise<string> {
  const result = await store.write(path, bytes(text), { when });
  assert.equal(result.status, "ok", `write of ${path}`);
  return result.status === "ok" ? result.version : "";
}

/** The text of a file, or the status that came instead. */
export async function text(store: MemoryStorage, path: string): Promise<string> {
  const result = await store.read(path, {});
  return result.status === "ok" ? new TextDecoder().decode(result.bytes) : `(${result.status})`;
}

/** All pages of a listing. */
export async function entries(store: MemoryStorage, directory: string, depth: number): Promise<Entry[]> {
  const all: Entry[] = [];
  const options: ListOptions = { depth };
  for (;;) {
    const page = await store.list(directory, options);
    assert.ok(page, `${directory} is a directory`);
    all.push(...page.entries);
    if (page.cursor === null) return all;
    options.cursor = page.cursor;
  }
}

export async function paths(store: MemoryStorage, directory = "/memories", depth = 99): Promise<string[]> {
  return (await entries(store, directory, depth)).map((entry) => entry.path);
}
