import assert from "node:assert/strict";
import { entries, type MakeStore, paths, put, type Register } from "./kit.js";

export function listBehaviours(test: Register, makeStore: MakeStore): void {
  test("list: a new store is an empty directory", async () => {
    assert.deepEqual(await (await makeStore()).list("/memories", { depth: 2 }), { entries: [], cursor: null });
  });

  test("list: null where no directory lies", async () => {
    const store = await makeStore();
    await put(store, "/memories/a", "x");
    for (const path of ["/memories/a", "/memories/no", "/memories/a/b"]) {
      assert.equal(await store.list(path, { depth: 1 }), null, path);
    }
  });

  test("list: depth first, each directory in order, with sizes", async () => {
    const store = await makeStore();
    for (const name of ["a.md", "a-b", "a/z", "a/b/c", "ab", "B", "a b", ".hidden"]) {
      await put(store, `/memories/${name}`, name);
    }
    assert.deepEqual(
      (await entries(store, "/memories", 9)).map(({ path, kind, size }) => `${path.slice(10)} ${kind} ${size}`),
      [
        ".hidden file 7",
        "B file 1",
        "a directory 0",
        "a/b directory 0",
        "a/b/c file 5",
        "a/z file 3",
        "a b file 3",
        "a-b file 3",
        "a.md file 4",
        "ab file 2",
      ],
    );
  });

  test("list: look-alike prefixes are not mistaken for the directory", async () => {
    const store = await makeStore();
    for (const name of ["a/x", "ab/x", "a-b", "a0"]) await put(store, `/memories/${name}`, "");
    assert.deepEqual(await paths(store, "/memories/a"), ["/memories/a/x"]);
  });

  test("list: only as deep as asked", async () => {
    const store = await makeStore();
    await put(store, "/memories/1/2/3/4", "x");
    assert.deepEqual(await paths(store, "/memories", 1), ["/memories/1"]);
    assert.deepEqual(await paths(store, "/memories", 2), ["/memories/1", "/memories/1/2"]);
    assert.deepEqual(await paths(store, "/memories/1", 2), ["/memories/1/2", "/memories/1/2/3"]);
  });

  test("list: names in the order of their UTF-8 bytes, not of UTF-16", async () => {
    const store = await makeStore();
    const names = ["\u{10ffff}", "z", "\u{1f9e0}x", "\ue000", "\u{1f9e0}", "é", "\uffff", "\ud7ff", "a"];
    for (const name of names) await put(store, `/memories/${name}`, "");
    const ordered = names
      .map((name) => Buffer.from(name))
      .sort((a, b) => Buffer.compare(a, b))
      .map((name) => `/memories/${name.toString()}`);
    assert.deepEqual(await paths(store), ordered);
  });

  test("list: all of 2,500 entries in pages, each once and in order", async () => {
    const store = await makeStore();
    const made = Array.from({ length: 2500 }, (_, i) => `/memories/d${i % 7}/${String(i).padStart(5, "0")}`);
    for (let i = 0; i < made.length; i += 100) {
      await Promise.all(made.slice(i, i + 100).map((path) => put(store, path, "", "absent")));
    }
    const wanted = [...made, ...Array.from({ length: 7 }, (_, i) => `/memories/d${i}`)].sort();
    assert.deepEqual(await paths(store), wanted);
  });

  test("list: what is there throughout comes once, though there are changes between pages", async () => {
    const store = await makeStore();
    const made = Array.from({ length: 1500 }, (_, i) => `/memories/d/${String(i).padStart(5, "0")}`);
    for (let i = 0; i < made.length; i += 100) {
      await Promise.all(made.slice(i, i + 100).map((path) => put(store, path, "", "absent")));
    }
    const first = await store.list("/memories", { depth: 2 });
    assert.ok(first?.cursor);
    const shown = first.entries.map((entry) => entry.path);
    await store.remove(first.cursor, {});
    await put(store, "/memories/a", "before the cursor");
    await put(store, "/memories/d/00000x", "before the cursor");
    await put(store, "/memories/d/01400x", "after the cursor");
    await store.remove("/memories/d/01401", {});
    const second = await store.list("/memories", { depth: 2, cursor: first.cursor });
    assert.ok(second);
    const rest = made.filter((path) => !shown.includes(path) && path !== "/memories/d/01401");
    assert.deepEqual(
      second.entries.map((entry) => entry.path),
      [...rest, "/memories/d/01400x"].sort(),
    );
    await store.remove("/memories/d", {});
    assert.deepEqual(await store.list("/memories", { depth: 2, cursor: first.cursor }), { entries: [], cursor: null });
  });
}
