import { setTimeout as pause } from "node:timers/promises";
import type { MemoryStorage } from "memory-tool";

/** A store as far away as a database: `ms` pass before each of its calls. */
export function slow(inner: MemoryStorage, ms: number): MemoryStorage {
  const after = async <T>(call: () => T): Promise<Awaited<T>> => {
    await pause(ms);
    return await call();
  };
  return {
    stat: (path) => after(() => inner.stat(path)),
    read: (path, options) => after(() => inner.read(path, options)),
    write: (path, bytes, options) => after(() => inner.write(path, bytes, options)),
    list: (directory, options) => after(() => inner.list(directory, options)),
    remove: (path, options) => after(() => inner.remove(path, options)),
    rename: (from, to, options) => after(() => inner.rename(from, to, options)),
    usage: () => after(() => inner.usage()),
  };
}
