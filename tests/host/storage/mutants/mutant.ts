import type { MemoryStorage, ReadOptions } from "memory-tool";
import { inMemory } from "memory-tool/storage/memory";
import type { StoreUnderTest } from "memory-tool/testing";

/** A store with one fault of its own, and the behaviours that it lacks for it. */
export interface Mutant {
  fault: string;
  caughtBy: readonly string[];
  make(): StoreUnderTest;
}

/** A store in memory, some of whose methods are others. */
export function mutant(
  fault: string,
  caughtBy: string | readonly string[],
  change: (store: MemoryStorage) => Partial<MemoryStorage>,
): Mutant {
  const make = (): StoreUnderTest => {
    const store = inMemory();
    return { storage: { ...methodsOf(store), ...change(store) } };
  };
  return { fault, caughtBy: typeof caughtBy === "string" ? [caughtBy] : caughtBy, make };
}

/** The methods apart from their object, so that some can be replaced and the store beneath keeps its own. */
export function methodsOf(store: MemoryStorage): MemoryStorage {
  return {
    stat: (path) => store.stat(path),
    read: (path, options) => store.read(path, options),
    write: (path, bytes, options) => store.write(path, bytes, options),
    list: (directory, options) => store.list(directory, options),
    remove: (path, options) => store.remove(path, options),
    rename: (from, to, options) => store.rename(from, to, options),
    usage: () => store.usage(),
  };
}

export function without(options: ReadOptions, name: keyof ReadOptions): ReadOptions {
  const rest = { ...options };
  delete rest[name];
  return rest;
}

/** Long enough for others to come in between. */
export function aMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

export async function isDirectory(store: MemoryStorage, path: string): Promise<boolean> {
  return (await store.stat(path))?.kind === "directory";
}

/** The directories above a path, the outermost first. */
export function above(path: string): string[] {
  const names = path.split("/").slice(2, -1);
  return names.map((_, i) => ["/memories", ...names.slice(0, i + 1)].join("/"));
}

/** What lies below, to its depth. */
export async function below(store: MemoryStorage, directory: string): Promise<string[]> {
  const paths: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await store.list(directory, { depth: 99, ...(cursor !== undefined && { cursor }) });
    if (page === null) return paths;
    paths.push(...page.entries.map((entry) => entry.path));
    cursor = page.cursor;
  }
  return paths;
}
