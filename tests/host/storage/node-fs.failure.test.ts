import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { StorageError } from "memory-tool";
import { nodeFs } from "memory-tool/storage/node-fs";
import { bytes, paths, put, text } from "./files.js";
import { allBelow, temporaryDirectory } from "./kit.js";

const linux = { skip: process.platform !== "linux" };

function failsWith(code: string, outcome: string): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof StorageError);
    assert.deepEqual([error.code, error.outcome], [code, outcome]);
    return true;
  };
}

/**
 * Runs `steps` in a process of its own after `before` (as nobody where we are root, whom no permission stops), and gives
 * back what it answered: the result, or code, outcome and the code of the cause.
 */
function inChild(root: string, steps: string, { before = "", shell = "" } = {}): unknown {
  const program = `
    import { nodeFs } from "memory-tool/storage/node-fs";
    const store = nodeFs(${JSON.stringify(root)});
    const bytes = (length) => new Uint8Array(length).fill(97);
    const told = async (work) => {
      try { return await work(); }
      catch (error) { return [error.code, error.outcome, error.cause?.code]; }
    };
    ${before}
    const answers = [];
    for (const step of [${steps}]) answers.push(await told(step));
    console.log(JSON.stringify(answers));`;
  const command = `${shell} exec "$0" --input-type=module -e "$1"`;
  const child = spawnSync("sh", ["-c", command, process.execPath, program], {
    cwd: import.meta.dirname,
    encoding: "utf8",
  });
  assert.equal(child.status, 0, child.stderr);
  return JSON.parse(child.stdout);
}

const AS_NOBODY =
  "if (process.getuid() === 0) { process.setgroups([]); process.setgid(65534); process.setuid(65534); }";

function ownedByNobody(...names: string[]): void {
  if (process.getuid?.() === 0) for (const name of names) chownSync(name, 65534, 65534);
}

describe("node-fs: failures", linux, () => {
  test("a name that is too long is not allowed, and changes nothing", async () => {
    const root = temporaryDirectory();
    const store = nodeFs(root);
    const long = "x".repeat(256);
    for (const path of [
      `/memories/${long}`,
      `/memories/new/${long}`,
      `/memories/${long}/f`,
      `/memories/new/${long}/f`,
    ]) {
      const write = async () => store.write(path, bytes("x"), { when: "absent" });
      await assert.rejects(write, failsWith("name_not_allowed", "unchanged"), path.slice(0, 20));
    }
    await put(store, "/memories/a", "1");
    const rename = async () => store.rename("/memories/a", `/memories/new/${long}`, {});
    await assert.rejects(rename, failsWith("name_not_allowed", "unchanged"));
    assert.throws(() => store.stat(`/memories/${long}`), failsWith("name_not_allowed", "unchanged"));
    assert.deepEqual(allBelow(root), ["a"]);
    await put(store, `/memories/${"é".repeat(127)}x`, "255 bytes");
  });

  test("a full disk leaves the old file and no other", async (context) => {
    const root = temporaryDirectory();
    if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", root]).status !== 0) {
      context.skip("may not mount");
      return;
    }
    try {
      const store = nodeFs(root);
      await put(store, "/memories/a", "old");
      for (const when of ["any", "absent"] as const) {
        const path = when === "any" ? "/memories/a" : "/memories/new/b";
        for (const length of [100_000, 1_000_000]) {
          const write = async () => store.write(path, new Uint8Array(length), { when });
          await assert.rejects(write, failsWith("full", "unchanged"));
        }
      }
      assert.deepEqual(allBelow(root), ["a"]);
      assert.equal(await text(store, "/memories/a"), "old");
      await put(store, "/memories/a", "new");
      execFileSync("mount", ["-o", "remount,ro", root]);
      assert.equal(await text(store, "/memories/a"), "new");
      const write = async () => store.write("/memories/a", bytes("x"), { when: "any" });
      await assert.rejects(write, failsWith("read_only", "unchanged"));
      await assert.rejects(async () => store.remove("/memories/a", {}), failsWith("read_only", "unchanged"));
      const rename = async () => store.rename("/memories/a", "/memories/b", {});
      await assert.rejects(rename, failsWith("read_only", "unchanged"));
    } finally {
      execFileSync("umount", [root]);
    }
  });

  test("a file larger than the process may write leaves nothing", () => {
    const root = temporaryDirectory();
    const steps = `
      () => store.write("/memories/d/small", bytes(10), { when: "absent" }).then((r) => r.status),
      () => store.write("/memories/d/big", bytes(100000), { when: "absent" }),
      () => store.write("/memories/d/small", bytes(1000000), { when: "any" })`;
    const answers = inChild(root, steps, { shell: "ulimit -f 8;" });
    const full = ["full", "unchanged", "EFBIG"];
    assert.deepEqual(answers, ["ok", full, full]);
    assert.deepEqual(allBelow(root), ["d", "d/small"]);
    assert.equal(readFileSync(join(root, "d/small"), "utf8"), "a".repeat(10));
  });

  test("too few descriptors are unavailable, for a while", () => {
    const root = temporaryDirectory();
    writeFileSync(join(root, "a"), "x");
    const steps = `
      () => { try { for (;;) held.push(openSync("/dev/null")); } catch { return "exhausted"; } },
      () => store.read("/memories/a", {}),
      () => store.list("/memories", { depth: 1 }),
      () => store.write("/memories/a", bytes(1), { when: "any" }),
      () => { for (const one of held) closeSync(one); return "released"; },
      () => store.write("/memories/a", bytes(1), { when: "any" }).then((r) => r.status)`;
    const before = `import { openSync, closeSync } from "node:fs"; const held = [];`;
    const busy = ["unavailable", "unchanged", "EMFILE"];
    assert.deepEqual(inChild(root, steps, { before, shell: "ulimit -n 64;" }), [
      "exhausted",
      busy,
      busy,
      busy,
      "released",
      "ok",
    ]);
    assert.deepEqual(allBelow(root), ["a"]);
  });

  test("what is not permitted is denied and changes nothing", () => {
    const root = temporaryDirectory();
    mkdirSync(join(root, "closed"));
    writeFileSync(join(root, "closed/f"), "x");
    mkdirSync(join(root, "open"));
    mkdirSync(join(root, "locked"));
    chmodSync(join(root, "closed"), 0o555);
    chmodSync(join(root, "locked"), 0o000);
    ownedByNobody(root, join(root, "closed"), join(root, "closed/f"), join(root, "open"), join(root, "locked"));
    const steps = `
      () => store.write("/memories/closed/f", bytes(1), { when: "any" }),
      () => store.write("/memories/closed/new/g", bytes(1), { when: "absent" }),
      () => store.remove("/memories/closed/f", {}),
      () => store.rename("/memories/closed/f", "/memories/made/f", {}),
      () => store.read("/memories/locked/x", {}),
      () => store.list("/memories/locked", { depth: 1 }),
      () => store.list("/memories", { depth: 9 }).entries.map((e) => e.path.slice(10)),
      () => store.usage()`;
    const answers = inChild(root, steps, { before: AS_NOBODY });
    const denied = ["denied", "unchanged", "EACCES"];
    const listed = ["closed", "closed/f", "locked", "open"];
    assert.deepEqual(answers, [denied, denied, denied, denied, denied, denied, listed, { files: 4, bytes: 1 }]);
    for (const name of ["locked", "closed"]) chmodSync(join(root, name), 0o700);
    assert.deepEqual(allBelow(root), listed);
  });

  test("a file that may not be linked is moved by a claim, and never over another", (context) => {
    if (process.getuid?.() !== 0 || readFileSync("/proc/sys/fs/protected_hardlinks", "utf8").trim() !== "1") {
      context.skip("needs a file of another user");
      return;
    }
    const root = temporaryDirectory();
    for (const name of ["a", "b", "c"]) writeFileSync(join(root, name), name, { mode: 0o600 });
    ownedByNobody(root);
    const steps = `
      () => store.rename("/memories/a", "/memories/d/a", {}),
      () => store.rename("/memories/b", "/memories/c", {})`;
    assert.deepEqual(inChild(root, steps, { before: AS_NOBODY }), [{ status: "ok" }, { status: "exists" }]);
    assert.deepEqual(allBelow(root), ["b", "c", "d", "d/a"]);
    assert.equal(readFileSync(join(root, "d/a"), "utf8"), "a");
  });

  test("a directory that cannot be emptied is out of sight, and said to be unknown", () => {
    const root = temporaryDirectory();
    for (const name of ["d", "d/closed"]) mkdirSync(join(root, name));
    writeFileSync(join(root, "d/closed/f"), "x");
    chmodSync(join(root, "d/closed"), 0o555);
    ownedByNobody(root, join(root, "d"), join(root, "d/closed"));
    const steps = `
      () => store.remove("/memories/d", {}),
      () => store.list("/memories", { depth: 9 })`;
    assert.deepEqual(inChild(root, steps, { before: AS_NOBODY }), [
      ["denied", "unknown", "EACCES"],
      { entries: [], cursor: null },
    ]);
    // So that another user than root can tidy up.
    for (const name of readdirSync(root)) chmodSync(join(root, name, "closed"), 0o700);
  });

  test("a root that is a file fails without touching it", async () => {
    const root = join(temporaryDirectory(), "f");
    closeSync(openSync(root, "w"));
    const store = nodeFs(root);
    assert.deepEqual(await paths(store), []);
    await assert.rejects(async () => store.write("/memories/a", bytes("x"), { when: "any" }), StorageError);
  });
});
