import type { Budget, Usage, WriteOptions, WriteResult } from "memory-tool";
import { above, aMoment, isDirectory, mutant, type Mutant } from "./mutant.js";

/** What is wrong with `write`, its conditions and its budget. */
export const writingMutants: Mutant[] = [
  mutant("directories are only parts of names", "a write makes the directories above it", (store) => ({
    list: async (directory, options) => {
      const page = await store.list(directory, options);
      return page && { ...page, entries: page.entries.filter((entry) => entry.kind === "file") };
    },
  })),
  mutant(
    "a write keeps the caller's buffer",
    "a write of a part of a larger buffer is not changed with the buffer",
    (store) => {
      const kept = new Map<string, Uint8Array>();
      return {
        write: async (path, bytes, options) => {
          const result = await store.write(path, bytes, options);
          if (result.status === "ok") kept.set(result.version, bytes);
          return result;
        },
        read: async (path, options) => {
          const read = await store.read(path, options);
          return read.status === "ok" ? { ...read, bytes: kept.get(read.version)?.slice() ?? read.bytes } : read;
        },
      };
    },
  ),
  mutant(
    "a write without a condition makes new files only",
    "a write without a condition makes a file, and replaces whatever file is there",
    (store) => ({
      write: async (path, bytes, options) => {
        const there = options.when === "any" ? await store.stat(path) : null;
        return there?.kind === "file" ? { status: "ok", version: there.version } : store.write(path, bytes, options);
      },
    }),
  ),
  mutant(
    "a write takes the place of a directory",
    "a write without a condition answers is a directory where a directory lies",
    (store) => ({
      write: async (path, bytes, options) => {
        if (options.when === "any" && (await isDirectory(store, path))) await store.remove(path, {});
        return store.write(path, bytes, options);
      },
    }),
  ),
  mutant(
    "a directory takes the place of a file",
    "a write answers not a directory, with the path of the file that lies in the place of a directory above",
    (store) => ({
      write: async (path, bytes, options) => {
        const result = await store.write(path, bytes, options);
        if (result.status !== "not_a_directory") return result;
        await store.remove(result.path, {});
        return store.write(path, bytes, options);
      },
    }),
  ),
  mutant(
    "not a directory comes with the path that was asked for",
    "a write answers not a directory, with the path of the file that lies in the place of a directory above",
    (store) => ({
      write: async (path, bytes, options) => {
        const result = await store.write(path, bytes, options);
        return result.status === "not_a_directory" ? { ...result, path } : result;
      },
    }),
  ),
  mutant(
    "the directories are made before the write is refused",
    "a write that is refused leaves everything as it was",
    (store) => ({
      write: async (path, bytes, options) => {
        const result = await store.write(path, bytes, options);
        if (result.status !== "ok" && (await store.stat(path)) === null) {
          await store.write(path, new Uint8Array(), { when: "absent" });
          await store.remove(path, {});
        }
        return result;
      },
    }),
  ),
  mutant(
    "the file is emptied before the write is refused",
    "a write that is refused leaves everything as it was",
    (store) => ({
      write: async (path, bytes, options) => {
        const result = await store.write(path, bytes, options);
        if (result.status === "over_budget" && (await store.stat(path)) !== null) {
          await store.write(path, new Uint8Array(), { when: "any" });
        }
        return result;
      },
    }),
  ),
  mutant(
    "the version is the file's length",
    [
      "every write gives the file another version, for the same bytes too, and after a removal",
      "a write with a version answers changed where the file has another",
    ],
    (store) => {
      const length = async (path: string): Promise<string> => String((await store.stat(path))?.size);
      return {
        stat: async (path) => {
          const stat = await store.stat(path);
          return stat && { ...stat, version: String(stat.size) };
        },
        write: async (path, bytes, options) => {
          const { when } = options;
          if (typeof when === "object" && (await length(path)) !== when.version) return { status: "changed" };
          const result = await store.write(path, bytes, typeof when === "object" ? { when: "any" } : options);
          return result.status === "ok" ? { ...result, version: await length(path) } : result;
        },
      };
    },
  ),
  mutant(
    "a directory that another call is making is in the way",
    "many writes at once below the same new directories are all done",
    (store) => {
      const making = new Set<string>();
      return {
        write: async (path, bytes, options) => {
          const missing: string[] = [];
          for (const directory of above(path)) if (!(await isDirectory(store, directory))) missing.push(directory);
          if (missing.some((directory) => making.has(directory))) return { status: "exists" };
          for (const directory of missing) making.add(directory);
          await aMoment();
          for (const directory of missing) making.delete(directory);
          return store.write(path, bytes, options);
        },
      };
    },
  ),
  mutant(
    "a write fails when its directory goes away",
    "a write is done though the directory above it is removed meanwhile",
    (store) => {
      let removals = 0;
      return {
        write: async (path, bytes, options) => {
          const before = removals;
          await aMoment();
          return removals === before ? store.write(path, bytes, options) : { status: "changed" };
        },
        remove: (path, options) => {
          removals += 1;
          return store.remove(path, options);
        },
      };
    },
  ),
  mutant(
    "what was a directory stays one",
    "a file may lie where a directory was, and a directory where a file was",
    (store) => {
      const were = new Set<string>();
      return {
        write: (path, bytes, options) => {
          for (const directory of above(path)) were.add(directory);
          return were.has(path) ? { status: "is_directory" } : store.write(path, bytes, options);
        },
      };
    },
  ),
  mutant(
    "a write forgets that nothing may be there",
    [
      "a write where nothing may be answers exists where a file or a directory lies",
      "of many writes at once where nothing may be exactly one is done",
      "the condition of a write is looked at before the budget",
    ],
    (store) => ({
      write: (path, bytes, options) =>
        store.write(path, bytes, options.when === "absent" ? { ...options, when: "any" } : options),
    }),
  ),
  mutant("no version is ever the right one", "a write with a version replaces the file that has it", (store) => ({
    write: (path, bytes, options) =>
      typeof options.when === "object" ? { status: "changed" } : store.write(path, bytes, options),
  })),
  mutant(
    "a write forgets the version",
    [
      "a write with a version answers changed where the file has another",
      "of many writes at once with one version exactly one is done",
      "no edit is lost when many read, change and write with the version they read",
    ],
    (store) => ({
      write: async (path, bytes, options) => {
        const forgets = typeof options.when === "object" && (await store.stat(path))?.kind === "file";
        return store.write(path, bytes, forgets ? { ...options, when: "any" } : options);
      },
    }),
  ),
  mutant(
    "a write with a version makes the file again",
    "a write with a version answers changed where the file is gone or a directory lies",
    (store) => ({
      write: async (path, bytes, options) => {
        const gone = typeof options.when === "object" && (await store.stat(path)) === null;
        return store.write(path, bytes, gone ? { ...options, when: "absent" } : options);
      },
    }),
  ),
  mutant(
    "the condition is looked at some time before the write",
    [
      "of many writes at once with one version exactly one is done",
      "of many writes at once where nothing may be exactly one is done",
      "no edit is lost when many read, change and write with the version they read",
      "of a write and a removal at once with one version exactly one is done",
      "of a rename and a write at once to one name exactly one is done",
    ],
    (store) => ({
      write: async (path, bytes, options) => {
        const there = await store.stat(path);
        if (options.when === "absent" && there !== null) return { status: "exists" };
        if (typeof options.when === "object" && there?.version !== options.when.version) return { status: "changed" };
        await aMoment();
        return store.write(path, bytes, { ...options, when: "any" });
      },
    }),
  ),
  mutant(
    "there is no budget",
    [
      "a write is done up to the budget, and beyond it answers over budget",
      "the directories that a write makes count as files of the budget",
      "over budget comes with the usage before the write",
      "a write that makes no file longer is done beyond the budget too",
      "of many writes at once no more are done than the budget allows",
      "a write that is refused leaves everything as it was",
    ],
    (store) => ({ write: (path, bytes, { when }) => store.write(path, bytes, { when }) }),
  ),
  mutant(
    "the budget ends one before it does",
    "a write is done up to the budget, and beyond it answers over budget",
    (store) => ({
      write: (path, bytes, options) => store.write(path, bytes, withBudget(options, { bytes: -1, files: -1 })),
    }),
  ),
  mutant("directories cost nothing", "the directories that a write makes count as files of the budget", (store) => ({
    write: async (path, bytes, options) => {
      let files = 0;
      for (const directory of above(path)) if (!(await isDirectory(store, directory))) files += 1;
      return store.write(path, bytes, withBudget(options, { bytes: 0, files }));
    },
  })),
  mutant(
    "over budget comes with what there would be",
    "over budget comes with the usage before the write",
    (store) => ({
      write: async (path, bytes, options) => {
        const result = await store.write(path, bytes, options);
        return result.status === "over_budget" ? { ...result, usage: grown(result.usage, bytes.length) } : result;
      },
    }),
  ),
  mutant(
    "a store beyond its budget refuses every write",
    "a write that makes no file longer is done beyond the budget too",
    (store) => ({
      write: async (path, bytes, options) => {
        const usage = await store.usage();
        const beyond = options.budget !== undefined && usage.bytes > options.budget.bytes;
        return beyond ? { status: "over_budget", usage } : store.write(path, bytes, options);
      },
    }),
  ),
  mutant(
    "the budget is looked at before the condition",
    "the condition of a write is looked at before the budget",
    (store) => ({
      write: async (path, bytes, options): Promise<WriteResult> => {
        const usage = await store.usage();
        const full = options.budget !== undefined && usage.files + 1 > options.budget.files;
        return full ? { status: "over_budget", usage } : store.write(path, bytes, options);
      },
    }),
  ),
  mutant(
    "the budget is looked at some time before the write",
    "of many writes at once no more are done than the budget allows",
    (store) => ({
      write: async (path, bytes, { when, budget }): Promise<WriteResult> => {
        const usage = await store.usage();
        await aMoment();
        if (budget !== undefined && usage.files + 1 > budget.files) return { status: "over_budget", usage };
        return store.write(path, bytes, { when });
      },
    }),
  ),
  mutant(
    "names are shown with their percent escapes undone",
    "names hold spaces, percent signs, quotes, and characters beyond U+FFFF",
    (store) => ({
      list: async (directory, options) => {
        const page = await store.list(directory, options);
        const shown = (path: string): string =>
          path.replaceAll(/%([0-9a-f]{2})/giu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
        return page && { ...page, entries: page.entries.map((entry) => ({ ...entry, path: shown(entry.path) })) };
      },
    }),
  ),
  mutant(
    "names are looked up in an object",
    "names that a programming language has a meaning for are names like any other",
    (store) => ({
      write: (path, bytes, options) =>
        path.split("/").some((name) => name in {}) ? { status: "exists" } : store.write(path, bytes, options),
    }),
  ),
  mutant("names are shown decomposed", "names in Unicode NFC come back in NFC", (store) => ({
    list: async (directory, options) => {
      const page = await store.list(directory, options);
      const shown = page?.entries.map((entry) => ({ ...entry, path: entry.path.normalize("NFD") }));
      return page && { ...page, entries: shown ?? [] };
    },
  })),
  mutant(
    "case is folded, and the store does not say so",
    "names that differ in case only are two names, or, in a store that folds case, one that exists already",
    (store) => ({
      write: (path, bytes, options) => store.write(path.toLowerCase(), bytes, options),
      read: (path, options) => store.read(path.toLowerCase(), options),
    }),
  ),
  mutant("names are cut", "names are as long as the store says", (store) => ({
    write: (path, bytes, options) => store.write(path.replaceAll(/([^/]{200})[^/]+/gu, "$1"), bytes, options),
    read: (path, options) => store.read(path.replaceAll(/([^/]{200})[^/]+/gu, "$1"), options),
  })),
  mutant(
    "what Windows refuses is replaced",
    "names that Windows refuses are held, unless the store says that it cannot",
    (store) => ({
      write: (path, bytes, options) => store.write(path.replaceAll(/[<>:"|?*]/gu, "_"), bytes, options),
      read: (path, options) => store.read(path.replaceAll(/[<>:"|?*]/gu, "_"), options),
    }),
  ),
  mutant("a path has up to 16 names", "a path has up to 32 names", (store) => ({
    write: (path, bytes, options) => {
      if (above(path).length < 16) return store.write(path, bytes, options);
      return { status: "not_a_directory", path };
    },
  })),
];

function withBudget(options: WriteOptions, more: Budget): WriteOptions {
  const { budget } = options;
  if (budget === undefined) return options;
  return { ...options, budget: { bytes: budget.bytes + more.bytes, files: budget.files + more.files } };
}

function grown(usage: Usage, bytes: number): Usage {
  return { files: usage.files + 1, bytes: usage.bytes + bytes };
}
