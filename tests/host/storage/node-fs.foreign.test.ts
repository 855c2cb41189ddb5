import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { type MemoryStorage, StorageError } from "memory-tool";
import { nodeFs } from "memory-tool/storage/node-fs";
import { bytes, entries, paths, put, text } from "./files.js";
import { allBelow, temporaryDirectory } from "./kit.js";

const posix = { skip: process.platform === "win32" };

/** A root with links of every kind, and a place outside of it. */
function withLinks(): { store: MemoryStorage; root: string; outside: string } {
  const root = temporaryDirectory();
  const outside = temporaryDirectory();
  writeFileSync(join(outside, "secret"), "secret");
  mkdirSync(join(root, "real"));
  writeFileSync(join(root, "real", "f"), "inside");
  symlinkSync(join(outside, "secret"), join(root, "file-out"));
  symlinkSync("real/f", join(root, "file-in"));
  symlinkSync(outside, join(root, "dir-out"));
  symlinkSync("real", join(root, "dir-in"));
  symlinkSync("nowhere", join(root, "dangling"));
  symlinkSync("loop", join(root, "loop"));
  return { store: nodeFs(root), root, outside };
}

const LINKS = ["file-out", "file-in", "dir-out", "dir-in", "dangling", "loop"];

describe("node-fs: what no command made", posix, () => {
  test("links are listed as other and lead nowhere", async () => {
    const { store } = withLinks();
    const others = (await entries(store, "/memories", 9)).filter((entry) => entry.kind === "other");
    assert.deepEqual(others.map((entry) => entry.path.slice(10)).sort(), [...LINKS].sort());
    assert.ok(others.every((entry) => entry.size === 0));
    for (const link of LINKS) {
      assert.equal((await store.stat(`/memories/${link}`))?.kind, "other");
      assert.equal(await text(store, `/memories/${link}`), "(missing)");
      assert.equal(await store.list(`/memories/${link}`, { depth: 1 }), null);
      for (const below of ["f", "secret"]) {
        assert.equal(await store.stat(`/memories/${link}/${below}`), null);
        assert.equal(await text(store, `/memories/${link}/${below}`), "(missing)");
      }
    }
    assert.deepEqual(await store.usage(), { files: 2, bytes: 6 });
  });

  test("nothing is written over a link or through it", async () => {
    const { store, root, outside } = withLinks();
    for (const link of LINKS) {
      const path = `/memories/${link}`;
      assert.deepEqual(await store.write(path, bytes("x"), { when: "absent" }), { status: "exists" });
      await assert.rejects(
        async () => store.write(path, bytes("x"), { when: "any" }),
        (error) => error instanceof StorageError && error.code === "name_not_allowed" && error.outcome === "unchanged",
      );
      const stat = await store.stat(path);
      const over = await store.write(path, bytes("x"), { when: { version: stat?.version ?? "" } });
      assert.deepEqual(over, { status: "changed" });
      for (const below of [`${path}/f`, `${path}/new/deep`]) {
        for (const when of ["absent", "any"] as const) {
          assert.deepEqual(await store.write(below, bytes("x"), { when }), { status: "not_a_directory", path });
        }
      }
      assert.ok(lstatSync(join(root, link)).isSymbolicLink());
    }
    assert.ok(!existsSync(join(root, "nowhere")));
    assert.ok(!existsSync(join(outside, "f")) && !existsSync(join(outside, "new")));
    assert.equal(readFileSync(join(root, "real", "f"), "utf8"), "inside");
  });

  test("links are neither removed nor renamed, nor is anything through them", async () => {
    const { store, root, outside } = withLinks();
    for (const link of LINKS) {
      for (const path of [`/memories/${link}`, `/memories/${link}/f`, `/memories/${link}/secret`]) {
        assert.deepEqual(await store.remove(path, {}), { status: "missing" });
        assert.deepEqual(await store.rename(path, "/memories/new", {}), { status: "missing" });
      }
      const path = `/memories/${link}`;
      assert.deepEqual(await store.rename("/memories/real/f", path, {}), { status: "exists" });
      const through = await store.rename("/memories/real/f", `${path}/new`, {});
      assert.deepEqual(through, { status: "not_a_directory", path });
      assert.ok(lstatSync(join(root, link)).isSymbolicLink());
    }
    assert.equal(readFileSync(join(outside, "secret"), "utf8"), "secret");
  });

  test("a directory is removed with the links in it, their targets stay", async () => {
    const { store, root, outside } = withLinks();
    mkdirSync(join(root, "d", "e"), { recursive: true });
    symlinkSync(outside, join(root, "d", "e", "out"));
    symlinkSync(join(outside, "secret"), join(root, "d", "file"));
    assert.deepEqual(await store.remove("/memories/d", {}), { status: "ok" });
    assert.ok(!existsSync(join(root, "d")));
    assert.equal(readFileSync(join(outside, "secret"), "utf8"), "secret");
  });

  test("the root itself may be reached through a link", async () => {
    const { root, outside } = withLinks();
    const store = nodeFs(join(root, "dir-out"));
    assert.equal(await text(store, "/memories/secret"), "secret");
    await put(store, "/memories/d/x", "1");
    assert.equal(readFileSync(join(outside, "d", "x"), "utf8"), "1");
  });

  test("another file system that is mounted in the root is used like any directory", async (context) => {
    const root = temporaryDirectory();
    const mounted = join(root, "mounted");
    mkdirSync(mounted);
    if (spawnSync("mount", ["-t", "tmpfs", "tmpfs", mounted]).status !== 0) {
      context.skip("may not mount");
      return;
    }
    try {
      const store = nodeFs(root);
      const version = await put(store, "/memories/mounted/d/a", "1", "absent");
      await put(store, "/memories/mounted/d/a", "2", { version });
      await store.rename("/memories/mounted/d/a", "/memories/mounted/b", {});
      assert.equal(await text(store, "/memories/mounted/b"), "2");
      await put(store, "/memories/a", "1");
      const across = async () => store.rename("/memories/a", "/memories/mounted/c/a", {});
      await assert.rejects(across, (error) => error instanceof StorageError && error.outcome === "unchanged");
      assert.deepEqual(await store.remove("/memories/mounted/d", {}), { status: "ok" });
      assert.deepEqual(allBelow(root), ["a", "mounted", "mounted/b"]);
    } finally {
      execFileSync("umount", [mounted]);
    }
  });

  test("a pipe is other, and reading it does not hang", async () => {
    const root = temporaryDirectory();
    execFileSync("mkfifo", [join(root, "pipe")]);
    const store = nodeFs(root);
    assert.deepEqual(await entries(store, "/memories", 1), [{ path: "/memories/pipe", kind: "other", size: 0 }]);
    assert.equal(await text(store, "/memories/pipe"), "(missing)");
    assert.deepEqual(await store.usage(), { files: 0, bytes: 0 });
    assert.deepEqual(await store.remove("/memories/pipe", {}), { status: "missing" });
  });

  test(
    "a name that is no UTF-8 is other, and never taken for the name it reads like",
    { skip: process.platform !== "linux" },
    async () => {
      const root = temporaryDirectory();
      const store = nodeFs(root);
      writeFileSync(Buffer.concat([Buffer.from(`${root}/bad-`), Buffer.from([0xff])]), "bad");
      assert.deepEqual(await entries(store, "/memories", 1), [
        { path: "/memories/bad-\ufffd", kind: "other", size: 0 },
      ]);
      assert.equal(await text(store, "/memories/bad-\ufffd"), "(missing)");
      await put(store, "/memories/good-\ufffd", "good");
      assert.equal(await text(store, "/memories/good-\ufffd"), "good");
      const kinds = (await entries(store, "/memories", 1)).map((entry) => entry.kind);
      assert.deepEqual(kinds, ["other", "file"]);
      assert.deepEqual(await store.usage(), { files: 1, bytes: 4 });
    },
  );

  test("a directory that holds such a name can be removed", { skip: process.platform !== "linux" }, async () => {
    const root = temporaryDirectory();
    mkdirSync(Buffer.concat([Buffer.from(`${root}/d-`), Buffer.from([0xc0, 0xaf])]));
    mkdirSync(join(root, "d"));
    writeFileSync(Buffer.concat([Buffer.from(`${root}/d/`), Buffer.from([0xfe])]), "x");
    const store = nodeFs(root);
    assert.deepEqual(await store.remove("/memories/d", {}), { status: "ok" });
    assert.deepEqual(await paths(store), ["/memories/d-\ufffd\ufffd"]);
  });
});
