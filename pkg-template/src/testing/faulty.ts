import type { MemoryStorage } from "../storage.js";

export type Verb = "stat" | "read" | "write" | "list" | "remove" | "rename" | "usage";

/** What goes wrong, with which call. */
export type Fault = {
  /** Only calls of this verb count. Every call does where it is left out. */
  verb?: Verb;
  /** Which call it is, counted from 1. */
  call: number;
  /** `before`: the store is not asked. `after`: it has done its work, and the caller does not get the answer. */
  at: "before" | "after";
} & (
  | {
      /** The call is rejected with this, a `StorageError` for instance. */
      error: unknown;
    }
  | {
      /** The call takes so much longer, and is answered then. */
      delayMs: number;
    }
  | {
      /** The call is never answered. */
      hangs: true;
    }
);

export interface FaultyStorage extends MemoryStorage {
  /** The verbs that were called so far, in their order. */
  readonly calls: readonly Verb[];
}

/**
 * `storage`, with faults: for tests of what happens when a store fails, is slow or is silent. All other calls go through
 * as they are.
 *
 * ```ts
 * import { createMemoryTool, StorageError } from "memory-tool";
 * import { inMemory } from "memory-tool/storage/memory";
 * import { faulty } from "memory-tool/testing";
 *
 * const full = new StorageError("full", "no space left", { outcome: "unchanged" });
 * const storage = faulty(inMemory(), [
 *   { verb: "write", call: 1, at: "before", error: full },
 *   { verb: "write", call: 2, at: "after", hangs: true },
 * ]);
 * const memory = createMemoryTool({ storage, storageTimeoutMs: 50 });
 * const { content } = await memory.execute({ command: "create", path: "/memories/a.md", file_text: "a" });
 * console.log(content); // Error: The memory store is full; nothing was changed; delete or shorten files first
 * ```
 */
export function faulty(storage: MemoryStorage, faults: readonly Fault[]): FaultyStorage {
  const calls: Verb[] = [];
  const call = <T>(verb: Verb, work: () => T | PromiseLike<T>): T | PromiseLike<T> => {
    calls.push(verb);
    const ofVerb = calls.filter((called) => called === verb).length;
    const fault = faults.find((it) =>
      it.verb === undefined ? it.call === calls.length : it.verb === verb && it.call === ofVerb,
    );
    return fault === undefined ? work() : goWrong(fault, work);
  };
  return {
    ...(storage.capabilities && { capabilities: storage.capabilities }),
    calls,
    stat: (path) => call("stat", () => storage.stat(path)),
    read: (path, options) => call("read", () => storage.read(path, options)),
    write: (path, bytes, options) => call("write", () => storage.write(path, bytes, options)),
    list: (directory, options) => call("list", () => storage.list(directory, options)),
    remove: (path, options) => call("remove", () => storage.remove(path, options)),
    rename: (from, to, options) => call("rename", () => storage.rename(from, to, options)),
    usage: () => call("usage", () => storage.usage()),
  };
}

async function goWrong<T>(fault: Fault, work: () => T | PromiseLike<T>): Promise<T> {
  if (fault.at === "before") {
    await happen(fault);
    return work();
  }
  const result = await work();
  await happen(fault);
  return result;
}

async function happen(fault: Fault): Promise<void> {
  if ("error" in fault) throw fault.error;
  await new Promise<void>((resolve) => {
    if ("delayMs" in fault) setTimeout(resolve, fault.delayMs);
  });
}
