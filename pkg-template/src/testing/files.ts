import type { Entry, Kind, ListOptions, MemoryStorage, Usage, WriteOptions } from "../storage.js";
import { check } from "./check.js";

export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** Writes text and gives back its version. */
export async function put(
  storage: MemoryStorage,
  path: string,
  text: string,
  when: WriteOptions["when"] = "any",
): Promise<string> {
  const result = await storage.write(path, bytes(text), { when });
  check(result.status === "ok", `a write of ${path} that nothing stands against answered ${result.status}`);
  return result.version;
}

/** Makes empty files, a hundred at a time. */
export async function putAll(storage: MemoryStorage, paths: readonly string[]): Promise<void> {
  for (let i = 0; i < paths.length; i += 100) {
    await Promise.all(paths.slice(i, i + 100).map((path) => put(storage, path, "", "absent")));
  }
}

/** The text of a file, or the status that came instead, in brackets. */
export async function text(storage: MemoryStorage, path: string): Promise<string> {
  const result = await storage.read(path, {});
  return result.status === "ok" ? new TextDecoder().decode(result.bytes) : `(${result.status})`;
}

/** All pages of a listing from `cursor` on. */
export async function entries(
  storage: MemoryStorage,
  directory: string,
  depth: number,
  cursor?: string,
): Promise<Entry[]> {
  const all: Entry[] = [];
  const seen = new Set<string>();
  let options: ListOptions = cursor === undefined ? { depth } : { depth, cursor };
  for (;;) {
    const page = await storage.list(directory, options);
    check(page !== null, `a list of ${directory}, which is a directory, found none`);
    all.push(...page.entries);
    if (page.cursor === null) return all;
    check(!seen.has(page.cursor), `a list of ${directory} gave the cursor ${page.cursor} twice and would never end`);
    seen.add(page.cursor);
    options = { depth, cursor: page.cursor };
  }
}

/** More levels than a path can have names. */
const ALL_LEVELS = 99;

export async function paths(storage: MemoryStorage, directory = "/memories", depth = ALL_LEVELS): Promise<string[]> {
  return (await entries(storage, directory, depth)).map((entry) => entry.path);
}

interface Node {
  path: string;
  kind: Kind;
  version: string | undefined;
  text: string | undefined;
}

/** Everything that can be seen of a store. */
export async function everything(storage: MemoryStorage): Promise<{ nodes: Node[]; usage: Usage }> {
  const nodes: Node[] = [];
  for (const { path, kind } of await entries(storage, "/memories", ALL_LEVELS)) {
    const read = kind === "file" ? await storage.read(path, {}) : undefined;
    const file = read?.status === "ok" ? read : undefined;
    nodes.push({ path, kind, version: file?.version, text: file && new TextDecoder().decode(file.bytes) });
  }
  const { files, bytes } = await storage.usage();
  return { nodes, usage: { files, bytes } };
}
