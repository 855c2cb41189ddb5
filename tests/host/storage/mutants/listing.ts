import type { Entry, ListOptions, ListPage, MemoryStorage } from "memory-tool";
import { below, isDirectory, mutant, type Mutant } from "./mutant.js";

/** A page whose entries were changed as a whole. */
function changedBy(
  change: (entries: Entry[], options: ListOptions) => Entry[],
): (store: MemoryStorage) => Pick<MemoryStorage, "list"> {
  return (store) => ({
    list: async (directory, options) => {
      const page = await store.list(directory, options);
      return page && { ...page, entries: change(page.entries, options) };
    },
  });
}

const ORDER = "the entries of one directory are in the order of their names' UTF-8 bytes";
const DEPTH_FIRST = "a list is depth first: an entry, then, for a directory, what is in it";
const PAGES = "a list of thousands of entries gives each once and in order, page after page";
const APART = "a list keeps a directory apart from what begins with its name";
const MEANWHILE = "what is there throughout comes once, though others change between two pages";

/** What is wrong with `list`. */
export const listingMutants: Mutant[] = [
  mutant(
    "a file of the store's own is listed",
    "a list of a new store is empty",
    changedBy((entries) => [{ path: "/memories/.lock", kind: "file", size: 0 }, ...entries]),
  ),
  mutant(
    "a list of what is no directory is empty",
    "a list finds no directory at a file, where nothing lies, and below a file",
    (store) => ({
      list: async (directory, options) => (await store.list(directory, options)) ?? { entries: [], cursor: null },
    }),
  ),
  mutant(
    "a list is breadth first",
    DEPTH_FIRST,
    changedBy((entries) => [...entries].sort((a, b) => a.path.split("/").length - b.path.split("/").length)),
  ),
  mutant(
    "a list tells no sizes",
    "a list tells kinds, and sizes, which are 0 for directories",
    changedBy((entries) => entries.map((entry) => ({ ...entry, size: 0 }))),
  ),
  mutant(
    "everything that is listed is a file",
    "a list tells kinds, and sizes, which are 0 for directories",
    changedBy((entries) => entries.map((entry) => ({ ...entry, kind: "file" }))),
  ),
  mutant("a list is in the order in which files were made", [ORDER, DEPTH_FIRST], (store) => {
    const made: string[] = [];
    return {
      write: (path, bytes, options) => {
        made.push(path);
        return store.write(path, bytes, options);
      },
      ...changedBy((entries) => [...entries].sort((a, b) => made.indexOf(a.path) - made.indexOf(b.path)))(store),
    };
  }),
  mutant(
    "names are in the order of UTF-16",
    ORDER,
    changedBy((entries) => [...entries].sort((a, b) => (a.path < b.path ? -1 : 1))),
  ),
  mutant(
    "names are in the order of a language",
    ORDER,
    changedBy((entries) => [...entries].sort((a, b) => a.path.localeCompare(b.path, "en"))),
  ),
  mutant(
    "whole paths are in order, not names",
    APART,
    changedBy((entries) => [...entries].sort((a, b) => (a.path < b.path ? -1 : 1))),
  ),
  mutant("what begins with the directory's name is in it", APART, (store) => ({
    list: async (directory, options) => {
      if (!(await isDirectory(store, directory))) return null;
      const page = await store.list("/memories", { ...options, depth: 99 });
      const within = page?.entries.filter(({ path }) => path.startsWith(directory) && path !== directory);
      return page && { ...page, entries: within ?? [] };
    },
  })),
  mutant("a list goes one level too deep", "a list goes down as many levels as it is asked to", (store) => ({
    list: (directory, options) => store.list(directory, { ...options, depth: options.depth + 1 }),
  })),
  mutant("a list goes one level less deep", "a list goes down as many levels as it is asked to", (store) => ({
    list: (directory, options) => store.list(directory, { ...options, depth: Math.max(1, options.depth - 1) }),
  })),
  mutant("a list ends with its first page", PAGES, (store) => ({
    list: async (directory, options) => {
      const page = await store.list(directory, options);
      return page && { ...page, cursor: null };
    },
  })),
  mutant(
    "a page begins one entry too late",
    [PAGES, MEANWHILE],
    changedBy((entries, { cursor }) => (cursor === undefined ? entries : entries.slice(1))),
  ),
  mutant("a page begins with the last entry of the one before", [PAGES, MEANWHILE], (store) => {
    let last: Entry | undefined;
    return {
      list: async (directory, options) => {
        const page = await store.list(directory, options);
        const repeated = options.cursor !== undefined && last ? [last] : [];
        last = page?.entries.at(-1);
        return page && { ...page, entries: [...repeated, ...page.entries] };
      },
    };
  }),
  mutant("a cursor is a number of entries", MEANWHILE, (store) => ({
    list: async (directory, { depth, cursor }): Promise<ListPage | null> => {
      if (!(await isDirectory(store, directory))) return null;
      const levels = directory.split("/").length + depth;
      const all = (await below(store, directory)).filter((path) => path.split("/").length <= levels);
      const start = Number(cursor ?? 0);
      const entries = all.slice(start, start + 1000).map((path): Entry => ({ path, kind: "file", size: 0 }));
      return { entries, cursor: start + 1000 < all.length ? String(start + 1000) : null };
    },
  })),
  mutant(
    "an empty directory is not listed",
    "an empty directory is listed, and has an empty list",
    changedBy((entries) =>
      entries.filter(({ path, kind }) => kind === "file" || entries.some((it) => it.path.startsWith(`${path}/`))),
    ),
  ),
];
