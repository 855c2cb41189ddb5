import type { DescribeBehaviour } from "../behaviour.js";
import { check, equal } from "../check.js";
import { entries, paths, put, putAll } from "../files.js";

const numbered = (directory: string, length: number): string[] =>
  Array.from({ length }, (_, i) => `${directory}/${String(i).padStart(5, "0")}`);

export function listBehaviours(behaviour: DescribeBehaviour): void {
  behaviour("a list of a new store is empty", async ({ storage }) => {
    equal(await entries(storage, "/memories", 2), [], "entries of a new store");
  });

  behaviour("a list finds no directory at a file, where nothing lies, and below a file", async ({ storage }) => {
    await put(storage, "/memories/a", "x");
    for (const path of ["/memories/a", "/memories/no", "/memories/a/b"]) {
      equal(await storage.list(path, { depth: 1 }), null, `a list of ${path}`);
    }
  });

  behaviour("a list is depth first: an entry, then, for a directory, what is in it", async ({ storage }) => {
    for (const name of ["b/d/f", "b/d/e", "c", "b/g", "a/h"]) await put(storage, `/memories/${name}`, "");
    const wanted = ["a", "a/h", "b", "b/d", "b/d/e", "b/d/f", "b/g", "c"];
    equal(
      await paths(storage),
      wanted.map((name) => `/memories/${name}`),
      "the order of a list",
    );
  });

  behaviour("a list tells kinds, and sizes, which are 0 for directories", async ({ storage }) => {
    for (const name of ["a/b/four", "three", "empty"]) {
      await put(storage, `/memories/${name}`, name === "empty" ? "" : name);
    }
    await put(storage, "/memories/three", "333");
    const told = (await entries(storage, "/memories", 9)).map(({ path, kind, size }) => `${path} ${kind} ${size}`);
    const wanted = ["a directory 0", "a/b directory 0", "a/b/four file 8", "empty file 0", "three file 3"];
    equal(
      told,
      wanted.map((line) => `/memories/${line}`),
      "the entries of a list",
    );
  });

  behaviour("the entries of one directory are in the order of their names' UTF-8 bytes", async ({ storage }) => {
    const ordered = [
      ".hidden",
      "B",
      "a",
      "a z",
      "a-z",
      "a.z",
      "a0z",
      "aa",
      "ab",
      "z",
      "é",
      "\ud7ff",
      "\ue000",
      "\uffff",
    ]
      // Beyond U+FFFF: JavaScript's own order, by UTF-16 units, puts these before U+E000.
      .concat("\u{10000}", "\u{1f9e0}", "\u{1f9e0}x", "\u{10ffff}")
      .map((name) => `/memories/${name}`);
    const shuffled = ordered.map((_, i) => ordered[(i * 7) % ordered.length] ?? "");
    for (const path of shuffled) await put(storage, path, "");
    equal(await paths(storage), ordered, "the order of a list");
  });

  behaviour("a list keeps a directory apart from what begins with its name", async ({ storage }) => {
    for (const name of ["a/b", "ab/c", "a-b", "a.md", "a b", "a0"]) await put(storage, `/memories/${name}`, "");
    equal(await paths(storage, "/memories/a"), ["/memories/a/b"], "a list of /memories/a");
    const wanted = ["a", "a/b", "a b", "a-b", "a.md", "a0", "ab", "ab/c"];
    equal(
      await paths(storage),
      wanted.map((name) => `/memories/${name}`),
      "a list of the root",
    );
  });

  behaviour("a list goes down as many levels as it is asked to", async ({ storage }) => {
    for (const name of ["1/2/3/4", "5"]) await put(storage, `/memories/${name}`, "x");
    equal(await paths(storage, "/memories", 1), ["/memories/1", "/memories/5"], "one level");
    equal(await paths(storage, "/memories", 2), ["/memories/1", "/memories/1/2", "/memories/5"], "two levels");
    equal(await paths(storage, "/memories/1", 2), ["/memories/1/2", "/memories/1/2/3"], "two levels below /memories/1");
  });

  behaviour("a list of thousands of entries gives each once and in order, page after page", async ({ storage }) => {
    const files = Array.from({ length: 7 }, (_, i) => numbered(`/memories/d${i}`, 357)).flat();
    await putAll(storage, files);
    const wanted = [...files, ...Array.from({ length: 7 }, (_, i) => `/memories/d${i}`)].sort();
    const got = await paths(storage);
    equal(got.length, wanted.length, "entries of all pages");
    const wrong = wanted.findIndex((path, i) => path !== got[i]);
    check(wrong === -1, `entry ${wrong} is ${got[wrong]}; the contract asks for ${wanted[wrong]}`);
    equal((await paths(storage, "/memories/d3")).length, 357, "entries of one directory");
  });

  behaviour("what is there throughout comes once, though others change between two pages", async ({ storage }) => {
    const files = numbered("/memories/d", 1500);
    await putAll(storage, files);
    const first = await storage.list("/memories", { depth: 2 });
    check(first !== null, "a list of the root found no directory");
    // A store that gives everything in one page has nothing between two.
    if (first.cursor === null) return;
    const shown = first.entries.map((entry) => entry.path);
    const removed = [shown.at(-1) ?? "", files[1401] ?? ""];
    for (const path of removed) await storage.remove(path, {});
    for (const name of ["a", "d/00000x", "d/01400x"]) await put(storage, `/memories/${name}`, "new");
    const all = [...shown, ...(await entries(storage, "/memories", 2, first.cursor)).map((entry) => entry.path)];
    const throughout = files.filter((path) => !removed.includes(path));
    const seen = all.filter((path) => throughout.includes(path));
    equal(
      [seen.length, new Set(all).size],
      [throughout.length, all.length],
      "entries that were there throughout, and all",
    );
    equal(seen, throughout, "the order of the entries that were there throughout");
  });

  behaviour("an empty directory is listed, and has an empty list", async ({ storage }) => {
    await put(storage, "/memories/d/e/a", "1");
    await storage.remove("/memories/d/e/a", {});
    equal(await paths(storage), ["/memories/d", "/memories/d/e"], "a list of the root");
    equal(await paths(storage, "/memories/d/e"), [], "a list of the empty directory");
  });
}
