import assert from "node:assert/strict";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { MemoryToolError } from "memory-tool";
import { nodeFs, type NodeFsOptions } from "memory-tool/storage/node-fs";
import { storageConformance } from "memory-tool/testing";
import { bytes, paths, put, text } from "./files.js";
import { allBelow, temporaryDirectory } from "./kit.js";

describe("node-fs", () => {
  const capabilities = nodeFs(temporaryDirectory()).capabilities ?? {};
  storageConformance(
    test,
    () => {
      const directory = temporaryDirectory();
      return { storage: nodeFs(directory), second: nodeFs(directory) };
    },
    { capabilities },
  );

  test("touches nothing before it is used, and makes the root then, for its owner alone", async () => {
    const root = join(temporaryDirectory(), "a", "b");
    const store = nodeFs(root);
    assert.equal((await store.stat("/memories"))?.kind, "directory");
    assert.deepEqual(await paths(store), []);
    assert.ok(!existsSync(root));
    await put(store, "/memories/d/x", "1");
    assert.equal(readFileSync(join(root, "d/x"), "utf8"), "1");
    const mode = (path: string) => (statSync(join(root, path)).mode & 0o777).toString(8);
    assert.deepEqual(["", "d", "d/x"].map(mode), ["700", "700", "600"]);
    await put(store, "/memories/d/x", "2");
    assert.equal(mode("d/x"), "600");
  });

  test("takes a URL, and a relative path against the working directory of its making", async () => {
    const directory = temporaryDirectory();
    await put(nodeFs(pathToFileURL(`${directory}/a b%`)), "/memories/x", "1");
    assert.equal(readFileSync(`${directory}/a b%/x`, "utf8"), "1");
    const before = process.cwd();
    try {
      process.chdir(directory);
      const store = nodeFs("relative");
      process.chdir("/");
      await put(store, "/memories/x", "1");
    } finally {
      process.chdir(before);
    }
    assert.ok(existsSync(`${directory}/relative/x`));
  });

  test("makes the root again when it was removed", async () => {
    const root = join(temporaryDirectory(), "r");
    const store = nodeFs(root);
    await put(store, "/memories/x", "1");
    await store.remove("/memories/x", {});
    rmSync(root, { recursive: true });
    assert.deepEqual(await paths(store), []);
    await put(store, "/memories/d/y", "2");
    assert.equal(await text(store, "/memories/d/y"), "2");
  });

  test("what does not wait for its name to be on the disk is otherwise the same", async () => {
    const root = temporaryDirectory();
    const store = nodeFs(root, { durability: "relaxed" });
    await put(store, "/memories/d/a", "1", "absent");
    await store.rename("/memories/d", "/memories/e", {});
    assert.equal(await text(store, "/memories/e/a"), "1");
    assert.deepEqual(allBelow(root), ["e", "e/a"]);
  });

  test("wrong options are refused when they are given", () => {
    const wrong: [unknown, RegExp][] = [
      [null, /must be an object/],
      [{ durability: "none" }, /`durability` must be "full" or "relaxed"/],
      [{ durabilty: "full" }, /no option `durabilty`/],
    ];
    for (const [options, message] of wrong) {
      assert.throws(
        () => nodeFs("x", options as NodeFsOptions),
        (error) => error instanceof MemoryToolError && error.code === "invalid_options" && message.test(error.message),
      );
    }
  });

  test("asks the disk whether it folds case, by what is there", { skip: process.platform !== "linux" }, () => {
    for (const directory of [temporaryDirectory(), join(temporaryDirectory(), "not", "there"), "/"]) {
      assert.equal(nodeFs(directory).capabilities?.foldsCase, false);
    }
    // Two names for one file are what such a disk shows.
    const root = temporaryDirectory();
    writeFileSync(join(root, "Abc"), "");
    linkSync(join(root, "Abc"), join(root, "aBC"));
    assert.equal(nodeFs(root).capabilities?.foldsCase, true);
  });

  test("says what the place can do, and makes nothing for it", () => {
    const root = join(temporaryDirectory(), "r");
    const store = nodeFs(root);
    assert.equal(store.capabilities?.foreignEntries, true);
    assert.equal(store.capabilities.longestName, 255);
    assert.ok(!existsSync(root));
  });

  test("leaves no temporary file after any kind of change", async () => {
    const root = temporaryDirectory();
    const store = nodeFs(root);
    const version = await put(store, "/memories/a", "1", "absent");
    await put(store, "/memories/a", "2", { version });
    await put(store, "/memories/a", "3", "any");
    await put(store, "/memories/big", "x".repeat(2_000_000), "absent");
    await store.write("/memories/a", bytes("4"), { when: { version } });
    await store.write("/memories/a", bytes("4"), { when: "absent" });
    await store.write("/memories/a/b", bytes("4"), { when: "absent" });
    await Promise.all(Array.from({ length: 9 }, async () => store.write("/memories/a", bytes("5"), { when: "any" })));
    await Promise.all(
      Array.from({ length: 9 }, async () => store.write("/memories/n", bytes("5"), { when: "absent" })),
    );
    await put(store, "/memories/d/e/f", "x");
    await store.rename("/memories/d", "/memories/g", {});
    await store.remove("/memories/g", {});
    assert.deepEqual(allBelow(root), ["a", "big", "n"]);
  });

  test("a write whose directory is moved or removed meanwhile succeeds and leaves no temporary file", async () => {
    const root = temporaryDirectory();
    const store = nodeFs(root);
    for (let i = 0; i < 20; i++) {
      await put(store, "/memories/d/e/old", "x");
      const writes = ["a", "b", "c"].map((name) => put(store, `/memories/d/e/${name}`, "x", "absent"));
      const change = i % 2 === 0 ? store.rename("/memories/d", "/memories/m", {}) : store.remove("/memories/d", {});
      const [changed] = await Promise.all([change, ...writes]);
      assert.deepEqual(changed, { status: "ok" });
      for (const name of ["a", "b", "c"]) assert.equal(await text(store, `/memories/d/e/${name}`), "x");
      assert.deepEqual(
        allBelow(root).filter((name) => name.includes("%2F")),
        [],
      );
      for (const name of ["d", "m"]) await store.remove(`/memories/${name}`, {});
    }
    assert.deepEqual(allBelow(root), []);
  });

  test("a version tells writes apart though the inode comes back within one tick of the clock", async () => {
    const store = nodeFs(temporaryDirectory());
    const seen = new Set<string>();
    for (let i = 0; i < 500; i++) seen.add(await put(store, "/memories/a", "x"));
    assert.equal(seen.size, 500);
  });

  test("sees what others write, and counts it before it refuses", async () => {
    const root = temporaryDirectory();
    const store = nodeFs(root);
    const budget = { bytes: 100, files: 3 };
    const write = async (name: string) => store.write(`/memories/${name}`, bytes("x"), { when: "any", budget });
    const first = await write("a");
    assert.ok(first.status === "ok");
    writeFileSync(join(root, "a"), "by hand");
    assert.deepEqual(await store.write("/memories/a", bytes("y"), { when: { version: first.version } }), {
      status: "changed",
    });
    assert.equal(await text(store, "/memories/a"), "by hand");
    await write("b");
    await write("c");
    rmSync(join(root, "b"));
    assert.equal((await write("d")).status, "ok");
    mkdirSync(join(root, "e"));
    assert.deepEqual(await write("f"), { status: "over_budget", usage: { files: 4, bytes: 9 } });
  });

  test("ten thousand parallel writes do not run out of descriptors", async () => {
    const store = nodeFs(temporaryDirectory());
    const results = await Promise.all(
      Array.from({ length: 10_000 }, async (_, i) => store.write(`/memories/${i}`, bytes("x"), { when: "absent" })),
    );
    assert.ok(results.every((result) => result.status === "ok"));
    assert.deepEqual(await store.usage(), { files: 10_000, bytes: 10_000 });
  });
});
