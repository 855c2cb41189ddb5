import type { ReadResult } from "memory-tool";
import { inMemory } from "memory-tool/storage/memory";
import { aMoment, isDirectory, methodsOf, mutant, type Mutant, without } from "./mutant.js";

/** What is wrong with `stat`, `read` and `usage`. */
export const lookingMutants: Mutant[] = [
  mutant("there is no root before the first file", "stat finds a directory at the root of a new store", (store) => ({
    stat: async (path) => (path === "/memories" && (await store.usage()).files === 0 ? null : store.stat(path)),
  })),
  mutant("stat of nothing is an empty file", "stat finds nothing where nothing lies, nor below a file", (store) => ({
    stat: async (path) => (await store.stat(path)) ?? { kind: "file", size: 0, version: "", modified: 0 },
  })),
  mutant(
    "stat counts one byte too many",
    [
      "stat of a file tells its kind, its size and the version of its last write",
      "a read tells the size and the version that stat tells",
    ],
    (store) => ({
      stat: async (path) => {
        const stat = await store.stat(path);
        return stat && { ...stat, size: stat.size + (stat.kind === "file" ? 1 : 0) };
      },
    }),
  ),
  mutant(
    "stat of a directory has the size that the file system keeps it in",
    ["stat of a directory tells its kind and the size 0", "a directory outlives its last file"],
    (store) => ({
      stat: async (path) => {
        const stat = await store.stat(path);
        return stat && { ...stat, size: stat.kind === "directory" ? 4096 : stat.size };
      },
    }),
  ),
  mutant("a read counts as a change", "looking at a file leaves its version as it is", (store) => ({
    read: async (path, options) => {
      const read = await store.read(path, options);
      if (read.status === "ok") await store.write(path, read.bytes.slice(), { when: "any" });
      return read;
    },
  })),
  mutant("bytes are kept as text", "a read gives all bytes as they were written, whatever their values", (store) => ({
    write: (path, bytes, options) =>
      store.write(path, new TextEncoder().encode(new TextDecoder().decode(bytes)), options),
  })),
  mutant("an empty file is none", "a read of an empty file gives no bytes", (store) => ({
    read: async (path, options) => {
      const read = await store.read(path, options);
      return read.status === "ok" && read.size === 0 ? { status: "missing" } : read;
    },
  })),
  mutant("a file ends after a megabyte", "a read of ten megabytes gives them all", (store) => ({
    write: (path, bytes, options) => store.write(path, bytes.slice(0, 1_048_576), options),
  })),
  mutant(
    "a read does not know the offset",
    [
      "a read of a part gives as many bytes as asked for, from its offset on",
      "a read of a part is shorter where the file ends before, and empty beyond its end",
    ],
    (store) => ({ read: (path, options) => store.read(path, without(options, "offset")) }),
  ),
  mutant(
    "a read does not know the length",
    "a read of a part gives as many bytes as asked for, from its offset on",
    (store) => ({ read: (path, options) => store.read(path, without(options, "length")) }),
  ),
  mutant(
    "a part is filled up to its length",
    "a read of a part is shorter where the file ends before, and empty beyond its end",
    (store) => ({
      read: async (path, options) => {
        const read = await store.read(path, options);
        if (read.status !== "ok") return read;
        const bytes = new Uint8Array(options.length ?? read.bytes.length);
        bytes.set(read.bytes);
        return { ...read, bytes };
      },
    }),
  ),
  mutant("a part has its own size", "a read of a part tells the size and the version of the whole file", (store) => ({
    read: async (path, options) => {
      const read = await store.read(path, options);
      return read.status === "ok" ? { ...read, size: read.bytes.length } : read;
    },
  })),
  mutant(
    "a read of a directory gives no bytes",
    "a read answers missing where nothing or a directory lies, and below a file",
    (store) => ({
      read: async (path, options) => {
        const nothing: ReadResult = { status: "ok", bytes: new Uint8Array(), version: "", size: 0 };
        return (await isDirectory(store, path)) ? nothing : store.read(path, options);
      },
    }),
  ),
  mutant(
    "a read does not know the version",
    [
      "a read with a version answers changed unless the file still has it",
      "what one client has written another reads at once",
    ],
    (store) => ({ read: (path, options) => store.read(path, without(options, "version")) }),
  ),
  mutant(
    "a file that is gone has changed",
    "a read with a version answers missing where the file is gone",
    (store) => ({
      read: async (path, options) => {
        const read = await store.read(path, options);
        return read.status === "missing" && options.version !== undefined ? { status: "changed" } : read;
      },
    }),
  ),
  mutant(
    "a read gives the buffer that the store keeps",
    "what a reader does to the bytes it was given does not reach the file",
    (store) => {
      const kept = new Map<string, Uint8Array>();
      return {
        read: async (path, options) => {
          const read = await store.read(path, options);
          if (read.status !== "ok") return read;
          const bytes = kept.get(read.version) ?? read.bytes;
          kept.set(read.version, bytes);
          return { ...read, bytes };
        },
      };
    },
  ),
  mutant(
    "a write goes into the buffer that readers have",
    "bytes that were read stay as they are when the file is written anew",
    (store) => {
      const given: Uint8Array[] = [];
      return {
        read: async (path, options) => {
          const read = await store.read(path, options);
          if (read.status === "ok") given.push(read.bytes);
          return read;
        },
        write: (path, bytes, options) => {
          for (const buffer of given) buffer.set(bytes.subarray(0, buffer.length));
          return store.write(path, bytes, options);
        },
      };
    },
  ),
  mutant("a write can be seen half done", "a reader during many writes sees only whole versions", (store) => ({
    write: async (path, bytes, options) => {
      if (options.when === "any" && (await store.stat(path))?.kind === "file") {
        await store.write(path, bytes.slice(0, bytes.length / 2), options);
        await aMoment();
      }
      return store.write(path, bytes, options);
    },
  })),
  mutant(
    "bytes and version are read one after the other",
    "a reader during many writes sees only whole versions",
    (store) => ({
      read: async (path, options) => {
        const read = await store.read(path, options);
        await aMoment();
        const version = (await store.stat(path))?.version;
        return read.status === "ok" && version !== undefined ? { ...read, version } : read;
      },
    }),
  ),
  {
    fault: "a client reads what it has read before",
    caughtBy: ["what one client has written another reads at once"],
    make: () => {
      const storage = inMemory();
      const cache = new Map<string, ReadResult>();
      const read = async (path: string): Promise<ReadResult> => {
        const result = cache.get(path) ?? (await storage.read(path, {}));
        cache.set(path, result);
        return result;
      };
      return { storage, second: { ...methodsOf(storage), read } };
    },
  },
  {
    fault: "a client counts what it has written itself",
    caughtBy: ["usage counts what another client has changed"],
    make: () => {
      const storage = inMemory();
      const missed = { files: 0, bytes: 0 };
      const second = methodsOf(storage);
      second.write = async (path, bytes, options) => {
        const before = await storage.usage();
        const result = await storage.write(path, bytes, options);
        const after = await storage.usage();
        missed.files += after.files - before.files;
        missed.bytes += after.bytes - before.bytes;
        return result;
      };
      const usage = async (): Promise<typeof missed> => {
        const { files, bytes } = await storage.usage();
        return { files: files - missed.files, bytes: bytes - missed.bytes };
      };
      return { storage: { ...methodsOf(storage), usage }, second };
    },
  },
  mutant(
    "usage does not count directories",
    "usage counts files and directories, and the bytes of files, through every change",
    (store) => ({
      usage: async () => {
        const page = await store.list("/memories", { depth: 99 });
        const files = page?.entries.filter((entry) => entry.kind === "file").length ?? 0;
        return { ...(await store.usage()), files };
      },
    }),
  ),
  mutant(
    "usage keeps the bytes of what was removed",
    [
      "usage counts files and directories, and the bytes of files, through every change",
      "usage counts what another client has changed",
    ],
    (store) => {
      let kept = 0;
      return {
        remove: async (path, options) => {
          const before = (await store.usage()).bytes;
          const result = await store.remove(path, options);
          kept += before - (await store.usage()).bytes;
          return result;
        },
        usage: async () => {
          const { files, bytes } = await store.usage();
          return { files, bytes: bytes + kept };
        },
      };
    },
  ),
];
