import type { MemoryStorage, RemoveResult } from "memory-tool";
import { aMoment, above, below, isDirectory, mutant, type Mutant } from "./mutant.js";

const ONE_NAME = "of many renames at once to one name exactly one is done";
const ONE_FILE = "of many renames at once of one file exactly one is done";
const WITH_WRITE = "of a rename and a write at once to one name exactly one is done";
const NEVER_OVERWRITES = "a rename never overwrites: it answers exists where a file or a directory lies";
const MOVES_FILE = "a rename moves a file, and makes the directories above its new name";
const MOVES_DIRECTORY = "a rename moves a directory with all that is in it, and nothing that begins with its name";
const TAKES_DIRECTORY = "a removal takes a directory with all that is in it, and nothing that begins with its name";
const WITH_VERSION = "a removal with a version takes only the file that has it, and else answers changed";

async function copy(store: MemoryStorage, from: string, to: string): Promise<void> {
  const read = await store.read(from, {});
  if (read.status === "ok") await store.write(to, read.bytes, { when: "any" });
}

/** What is wrong with `remove` and `rename`. */
export const movingMutants: Mutant[] = [
  mutant(
    "a removal takes what begins with the path",
    ["a removal takes a file and leaves what lies beside it", TAKES_DIRECTORY],
    (store) => ({
      remove: async (path, options) => {
        const result = await store.remove(path, options);
        for (const other of await below(store, "/memories")) {
          if (other.startsWith(path)) await store.remove(other, {});
        }
        return result;
      },
    }),
  ),
  mutant("a removal takes the files of a directory and leaves it", TAKES_DIRECTORY, (store) => ({
    remove: async (path, options) => {
      if (!(await isDirectory(store, path))) return store.remove(path, options);
      for (const inside of await below(store, path)) await store.remove(inside, {});
      return { status: "ok" };
    },
  })),
  mutant("what was in a directory is there again when it is made again", TAKES_DIRECTORY, (store) => {
    const lost = new Set<string>();
    return {
      remove: async (path, options) => {
        if (await isDirectory(store, path)) for (const inside of await below(store, path)) lost.add(inside);
        return store.remove(path, options);
      },
      write: async (path, bytes, options) => {
        const result = await store.write(path, bytes, options);
        for (const file of lost) {
          if (above(file).some((directory) => path.startsWith(`${directory}/`))) {
            await store.write(file, new Uint8Array(), { when: "absent" });
          }
        }
        return result;
      },
    };
  }),
  mutant("a removal of nothing is done", "a removal answers missing where nothing lies, and below a file", (store) => ({
    remove: async (path, options): Promise<RemoveResult> => {
      const result = await store.remove(path, options);
      return result.status === "missing" ? { status: "ok" } : result;
    },
  })),
  mutant(
    "a removal forgets the version",
    [WITH_VERSION, "of a write and a removal at once with one version exactly one is done"],
    (store) => ({ remove: (path) => store.remove(path, {}) }),
  ),
  mutant("a removal with a version takes directories", WITH_VERSION, (store) => ({
    remove: async (path, options) => store.remove(path, (await isDirectory(store, path)) ? {} : options),
  })),
  mutant(
    "the version is looked at some time before the removal",
    "of a write and a removal at once with one version exactly one is done",
    (store) => ({
      remove: async (path, { version }): Promise<RemoveResult> => {
        const there = await store.stat(path);
        if (version !== undefined && there?.version !== version) return { status: "changed" };
        await aMoment();
        return store.remove(path, {});
      },
    }),
  ),
  mutant(
    "a directory goes with its last file",
    ["a directory outlives its last file", "an empty directory is listed, and has an empty list"],
    (store) => ({
      remove: async (path, options) => {
        const result = await store.remove(path, options);
        for (const directory of above(path).reverse()) {
          if ((await below(store, directory)).length === 0) await store.remove(directory, {});
        }
        return result;
      },
    }),
  ),
  mutant("a removal takes up to a thousand", "a removal of 5,000 files takes them all", (store) => ({
    remove: async (path, options) => {
      const inside = await below(store, path);
      if (inside.length < 1000) return store.remove(path, options);
      for (const each of inside.slice(0, 1000)) await store.remove(each, {});
      return { status: "ok" };
    },
  })),
  mutant("a rename copies and does not remove", MOVES_FILE, (store) => ({
    rename: async (from, to, options) => {
      const read = await store.read(from, {});
      const result = await store.rename(from, to, options);
      if (result.status === "ok" && read.status === "ok") await store.write(from, read.bytes, { when: "any" });
      return result;
    },
  })),
  mutant("a rename needs the directories above", MOVES_FILE, (store) => ({
    rename: async (from, to, options) => {
      for (const directory of above(to)) if (!(await isDirectory(store, directory))) return { status: "missing" };
      return store.rename(from, to, options);
    },
  })),
  mutant("a rename of a directory moves its files", MOVES_DIRECTORY, (store) => ({
    rename: async (from, to, options) => {
      if (!(await isDirectory(store, from))) return store.rename(from, to, options);
      for (const inside of await below(store, from)) await copy(store, inside, to + inside.slice(from.length));
      return { status: (await store.remove(from, {})).status === "ok" ? "ok" : "missing" };
    },
  })),
  mutant("a rename takes along what begins with the name", MOVES_DIRECTORY, (store) => ({
    rename: async (from, to, options) => {
      const result = await store.rename(from, to, options);
      for (const other of await below(store, "/memories")) {
        if (other.startsWith(from)) await store.rename(other, to + other.slice(from.length), {});
      }
      return result;
    },
  })),
  mutant("a rename overwrites", [NEVER_OVERWRITES, ONE_NAME], (store) => ({
    rename: async (from, to, options) => {
      const overwrites = from !== to && to !== "/memories" && (await store.stat(from)) !== null;
      // At once, as one call of the store beneath would: in a race each takes the place of the one before.
      if (overwrites) void store.remove(to, {});
      return store.rename(from, to, options);
    },
  })),
  mutant("a rename overwrites an empty directory, as rename of POSIX does", NEVER_OVERWRITES, (store) => ({
    rename: async (from, to, options) => {
      const both = (await isDirectory(store, from)) && (await isDirectory(store, to));
      if (both && (await below(store, to)).length === 0) await store.remove(to, {});
      return store.rename(from, to, options);
    },
  })),
  mutant("a rename to the same name is done", NEVER_OVERWRITES, (store) => ({
    rename: (from, to, options) => (from === to ? { status: "ok" } : store.rename(from, to, options)),
  })),
  mutant(
    "a rename looks at its destination first",
    "a rename looks at its source, then at its destination, then at what lies above that",
    (store) => ({
      rename: async (from, to, options) =>
        (await store.stat(to)) === null ? store.rename(from, to, options) : { status: "exists" },
    }),
  ),
  mutant(
    "a rename has no budget",
    [
      "a rename is over budget only by the directories it makes",
      "a rename looks at its source, then at its destination, then at what lies above that",
    ],
    (store) => ({ rename: (from, to) => store.rename(from, to, {}) }),
  ),
  mutant(
    "a rename in a full store is over budget",
    "a rename is over budget only by the directories it makes",
    (store) => ({
      rename: async (from, to, options) => {
        const usage = await store.usage();
        const full = options.budget !== undefined && usage.files >= options.budget.files;
        return full ? { status: "over_budget", usage } : store.rename(from, to, options);
      },
    }),
  ),
  mutant("the destination is looked at some time before the rename", [ONE_NAME, WITH_WRITE], (store) => ({
    rename: async (from, to, options) => {
      if ((await store.stat(to)) !== null) return { status: "exists" };
      await aMoment();
      if ((await store.stat(from))?.kind === "file") await store.remove(to, {});
      return store.rename(from, to, options);
    },
  })),
  mutant("a rename is a copy and a removal", ONE_FILE, (store) => ({
    rename: async (from, to, options) => {
      if ((await store.stat(from))?.kind !== "file") return store.rename(from, to, options);
      if ((await store.stat(to)) !== null) return { status: "exists" };
      await copy(store, from, to);
      await aMoment();
      await store.remove(from, {});
      return { status: "ok" };
    },
  })),
];
