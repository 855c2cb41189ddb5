import assert from "node:assert/strict";
import { bytes, type MakeStore, paths, put, type Register, text } from "./kit.js";

export function removeBehaviours(test: Register, makeStore: MakeStore): void {
  test("remove: a file, a directory with all in it, nothing else", async () => {
    const store = await makeStore();
    for (const name of ["a", "d/x/y", "d/z", "dd"]) await put(store, `/memories/${name}`, "x");
    assert.deepEqual(await store.remove("/memories/a", {}), { status: "ok" });
    assert.deepEqual(await store.remove("/memories/d", {}), { status: "ok" });
    assert.deepEqual(await paths(store), ["/memories/dd"]);
    for (const path of ["/memories/a", "/memories/d/x", "/memories/dd/x"]) {
      assert.deepEqual(await store.remove(path, {}), { status: "missing" }, path);
    }
  });

  test("remove: with a version, only the file that has it", async () => {
    const store = await makeStore();
    const first = await put(store, "/memories/d/a", "1");
    const second = await put(store, "/memories/d/a", "2");
    assert.deepEqual(await store.remove("/memories/d/a", { version: first }), { status: "changed" });
    assert.deepEqual(await store.remove("/memories/d", { version: first }), { status: "changed" });
    assert.deepEqual(await store.remove("/memories/d/a", { version: second }), { status: "ok" });
  });

  test("remove: a directory outlives its last file", async () => {
    const store = await makeStore();
    await put(store, "/memories/d/a", "1");
    await store.remove("/memories/d/a", {});
    assert.equal((await store.stat("/memories/d"))?.kind, "directory");
    assert.deepEqual(await store.list("/memories/d", { depth: 1 }), { entries: [], cursor: null });
  });

  test("remove: 5,000 files", async () => {
    const store = await makeStore();
    for (let i = 0; i < 5000; i += 100) {
      await Promise.all(Array.from({ length: 100 }, (_, j) => put(store, `/memories/d/${i}/${j}`, "x", "absent")));
    }
    assert.deepEqual(await store.remove("/memories/d", {}), { status: "ok" });
    assert.deepEqual(await paths(store), []);
    assert.deepEqual(await store.usage(), { files: 0, bytes: 0 });
  });
}

export function renameBehaviours(test: Register, makeStore: MakeStore): void {
  test("rename: a file, making the directories above", async () => {
    const store = await makeStore();
    await put(store, "/memories/a", "x");
    assert.deepEqual(await store.rename("/memories/a", "/memories/p/q/b", {}), { status: "ok" });
    assert.deepEqual(await paths(store), ["/memories/p", "/memories/p/q", "/memories/p/q/b"]);
    assert.equal(await text(store, "/memories/p/q/b"), "x");
  });

  test("rename: a directory moves whole", async () => {
    const store = await makeStore();
    for (const name of ["d/x/y", "d/z", "dd"]) await put(store, `/memories/${name}`, name);
    assert.deepEqual(await store.rename("/memories/d", "/memories/e", {}), { status: "ok" });
    assert.deepEqual(await paths(store), [
      "/memories/dd",
      "/memories/e",
      "/memories/e/x",
      "/memories/e/x/y",
      "/memories/e/z",
    ]);
    assert.equal(await text(store, "/memories/e/x/y"), "d/x/y");
  });

  test("rename: never overwrites a file, a directory or an empty directory", async () => {
    const store = await makeStore();
    for (const name of ["a", "b", "d/x", "e/x", "empty/x"]) await put(store, `/memories/${name}`, name);
    await store.remove("/memories/empty/x", {});
    for (const from of ["a", "d"]) {
      for (const to of ["b", "e", "empty", from]) {
        const result = await store.rename(`/memories/${from}`, `/memories/${to}`, {});
        assert.deepEqual(result, { status: "exists" }, `${from} to ${to}`);
      }
    }
    assert.equal(await text(store, "/memories/b"), "b");
    assert.equal(await text(store, "/memories/d/x"), "d/x");
  });

  test("rename: looks at the source, the destination, then what is above it", async () => {
    const store = await makeStore();
    for (const name of ["a", "f"]) await put(store, `/memories/${name}`, name);
    const rename = async (from: string, to: string) => store.rename(`/memories/${from}`, `/memories/${to}`, {});
    assert.deepEqual(await rename("no", "f"), { status: "missing" });
    assert.deepEqual(await rename("no", "f/x"), { status: "missing" });
    assert.deepEqual(await rename("a/x", "b"), { status: "missing" });
    assert.deepEqual(await rename("a", "f"), { status: "exists" });
    assert.deepEqual(await rename("a", "f/x/y"), { status: "not_a_directory", path: "/memories/f" });
    assert.deepEqual(await paths(store), ["/memories/a", "/memories/f"]);
  });

  test("rename: of 30 at once to one name exactly one wins", async () => {
    const store = await makeStore();
    for (let i = 0; i < 30; i++) await put(store, `/memories/s/${i}`, `${i}`);
    const results = await Promise.all(
      Array.from({ length: 30 }, async (_, i) => store.rename(`/memories/s/${i}`, "/memories/t/x", {})),
    );
    assert.equal(results.filter((result) => result.status === "ok").length, 1);
    assert.equal(results.filter((result) => result.status === "exists").length, 29);
    assert.equal((await paths(store, "/memories/s")).length, 29);
  });
}

export function usageBehaviours(test: Register, makeStore: MakeStore): void {
  test("usage: files, directories and bytes, kept through every change", async () => {
    const store = await makeStore();
    const usage = async (files: number, bytes: number) => assert.deepEqual(await store.usage(), { files, bytes });
    await usage(0, 0);
    await put(store, "/memories/d/e/a", "12345");
    await usage(3, 5);
    await put(store, "/memories/d/e/a", "12");
    await usage(3, 2);
    await put(store, "/memories/b", "123");
    await store.rename("/memories/b", "/memories/f/b", {});
    await usage(5, 5);
    await store.remove("/memories/d", {});
    await usage(2, 3);
    await store.remove("/memories/f/b", {});
    await usage(1, 0);
  });

  test("budget: a write that would go beyond it is refused, with the usage, and makes nothing", async () => {
    const store = await makeStore();
    const budget = { bytes: 10, files: 3 };
    const write = async (path: string, length: number) =>
      store.write(`/memories/${path}`, new Uint8Array(length), { when: "any", budget });
    assert.equal((await write("d/a", 6)).status, "ok");
    const refused = { status: "over_budget", usage: { files: 2, bytes: 6 } };
    assert.deepEqual(await write("b", 5), refused);
    assert.deepEqual(await write("x/y", 1), refused);
    assert.deepEqual(await write("d/a", 11), refused);
    assert.deepEqual(await paths(store), ["/memories/d", "/memories/d/a"]);
    assert.equal((await write("d/a", 10)).status, "ok");
    assert.equal((await write("b", 0)).status, "ok");
    assert.deepEqual(await write("c", 0), { status: "over_budget", usage: { files: 3, bytes: 10 } });
  });

  test("budget: what makes no file longer is allowed beyond it", async () => {
    const store = await makeStore();
    await put(store, "/memories/a", "12345");
    const budget = { bytes: 1, files: 0 };
    assert.equal((await store.write("/memories/a", bytes("abcde"), { when: "any", budget })).status, "ok");
    assert.equal((await store.write("/memories/a", bytes("abc"), { when: "any", budget })).status, "ok");
    assert.equal((await store.write("/memories/a", bytes("abcd"), { when: "any", budget })).status, "over_budget");
  });

  test("budget: looked at after the condition", async () => {
    const store = await makeStore();
    await put(store, "/memories/a", "1");
    const budget = { bytes: 0, files: 0 };
    assert.equal((await store.write("/memories/a", bytes("22"), { when: "absent", budget })).status, "exists");
    const stale = await store.write("/memories/a", bytes("22"), { when: { version: "no" }, budget });
    assert.equal(stale.status, "changed");
  });

  test("budget: of many writes at once no more succeed than fit", async () => {
    const store = await makeStore();
    const budget = { bytes: 100, files: 10 };
    const results = await Promise.all(
      Array.from({ length: 30 }, async (_, i) => store.write(`/memories/${i}`, bytes("x"), { when: "absent", budget })),
    );
    assert.equal(results.filter((result) => result.status === "ok").length, 10);
    assert.deepEqual(await store.usage(), { files: 10, bytes: 10 });
  });

  test("budget: a rename needs it only for the directories it makes", async () => {
    const store = await makeStore();
    await put(store, "/memories/a", "1");
    const budget = { bytes: 1, files: 1 };
    assert.deepEqual(await store.rename("/memories/a", "/memories/b", { budget }), { status: "ok" });
    assert.deepEqual(await store.rename("/memories/b", "/memories/d/b", { budget }), {
      status: "over_budget",
      usage: { files: 1, bytes: 1 },
    });
    assert.deepEqual(await paths(store), ["/memories/b"]);
  });
}
