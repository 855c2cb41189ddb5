import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { describe, test } from "node:test";
import { createMemoryTool } from "memory-tool";
import { nodeFs } from "memory-tool/storage/node-fs";
import { entries, paths, put, text } from "./files.js";
import { intercept, real } from "./intercept.js";
import { allBelow, temporaryDirectory } from "./kit.js";

const linux = { skip: process.platform !== "linux" };

/** Puts a link where the directory `d` of the root is, and the directory back, without pause. */
const SWAP = `
  import { renameSync, symlinkSync, unlinkSync } from "node:fs";
  const [root, outside] = process.argv.slice(1);
  const [path, aside] = [root + "/d", root + "/aside"];
  const quietly = (work) => { try { work(); } catch {} };
  const stay = () => { for (const until = performance.now() + Math.random() * 0.2; performance.now() < until; ); };
  process.stdout.write(".");
  for (;;) {
    stay();
    quietly(() => renameSync(path, aside));
    quietly(() => symlinkSync(outside, path));
    stay();
    quietly(() => unlinkSync(path));
    quietly(() => renameSync(aside, path));
  }`;

/** So deep that there is time for the swap between a look at the first directory and the use of the last. */
const DEEP = "/x".repeat(25);

/** A memory, and a place outside of it that looks like it. */
function dangerous(): { root: string; outside: string } {
  const root = temporaryDirectory();
  const outside = temporaryDirectory();
  for (const directory of [join(root, "d", "e"), join(outside, "e")]) mkdirSync(directory, { recursive: true });
  writeFileSync(join(root, "a"), "ours\n");
  writeFileSync(join(root, "d", "e", "f"), "ours\n");
  writeFileSync(join(outside, "e", "f"), "secret\n");
  writeFileSync(join(outside, "e", "secret"), "secret\n");
  return { root, outside };
}

/** Puts a link to `outside` in the place of `d` before the nth call of the file system, and counts the calls. */
async function swapping(
  root: string,
  outside: string,
  nth: number,
  stays: boolean,
  work: () => Promise<void>,
): Promise<number> {
  const [path, aside] = [join(root, "d"), join(outside, "..", `${basename(outside)}-aside`)];
  let swapped = false;
  const restore = (): void => {
    if (!swapped) return;
    swapped = false;
    rmSync(path, { recursive: true, force: true });
    real.renameSync(aside, path);
  };
  const before = (call: number): null => {
    if (call > nth && !stays) restore();
    if (call === nth && existsSync(path)) {
      real.renameSync(path, aside);
      real.symlinkSync(outside, path);
      swapped = true;
    }
    return null;
  };
  try {
    return await intercept(before, work);
  } finally {
    restore();
  }
}

describe("node-fs: what is put in the place of something else", linux, () => {
  test("a link swapped in for a directory between a check and its use leads nowhere", async () => {
    const root = temporaryDirectory();
    const outside = temporaryDirectory();
    mkdirSync(outside + DEEP, { recursive: true });
    const secrets = ["f", "g"].map((name) => `${outside}${DEEP}/${name}`);
    for (const secret of secrets) writeFileSync(secret, "secret\n");
    mkdirSync(`${root}/d${DEEP}`, { recursive: true });
    const before = allBelow(outside);
    const child = spawn(process.execPath, ["--input-type=module", "-e", SWAP, root, outside], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      await once(child.stdout, "data");
      const storage = nodeFs(root, { durability: "relaxed" });
      const memory = createMemoryTool({ storage });
      let done = 0;
      for (let i = 0; i < 200; i++) {
        const directory = `/memories/d${DEEP}`;
        const path = `${directory}/${i % 2 === 0 ? "f" : "g"}`;
        const inputs = [
          { command: "create", path, file_text: "ours\n" },
          { command: "insert", path, insert_line: 0, insert_text: "more" },
          { command: "str_replace", path, old_str: "secret", new_str: "stolen" },
          { command: "view", path },
          { command: "view", path: directory },
          { command: "rename", old_path: path, new_path: `${directory}/new/name` },
          { command: "delete", path },
          { command: "delete", path: `${directory}/new` },
        ];
        for (const input of inputs) {
          const { content, is_error } = await memory.execute(input);
          const shown = JSON.stringify(content).replaceAll("old_str `secret`", "");
          assert.ok(!shown.includes("secret"), shown);
          if (!is_error) done += 1;
        }
        // Two short files of ours at most, and "secret" in none.
        assert.ok((await storage.usage()).bytes < 30);
      }
      assert.ok(done > 10, `only ${done} commands did something`);
    } finally {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    assert.deepEqual(allBelow(outside), before);
    for (const secret of secrets) assert.equal(readFileSync(secret, "utf8"), "secret\n");
  });

  test("a link put in the place of a directory before any one call of the file system leads nowhere", async () => {
    const inputs = [
      { command: "create", path: "/memories/d/e/new", file_text: "ours\n" },
      { command: "create", path: "/memories/d/e/more/new", file_text: "ours\n" },
      { command: "insert", path: "/memories/d/e/f", insert_line: 0, insert_text: "more" },
      { command: "str_replace", path: "/memories/d/e/f", old_str: "s", new_str: "stolen" },
      { command: "view", path: "/memories/d/e/f" },
      { command: "view", path: "/memories/d" },
      { command: "view", path: "/memories" },
      { command: "rename", old_path: "/memories/d/e/f", new_path: "/memories/d/new/name" },
      { command: "rename", old_path: "/memories/a", new_path: "/memories/d/e/a" },
      { command: "rename", old_path: "/memories/d/e", new_path: "/memories/moved" },
      { command: "delete", path: "/memories/d/e/f" },
      { command: "delete", path: "/memories/d/e" },
      { command: "delete", path: "/memories/d" },
    ];
    let swaps = 0;
    for (const input of inputs) {
      // The link is there for all calls after the nth, or is gone again before the next.
      for (const stays of [true, false]) {
        for (let nth = 1; ; nth++) {
          const { root, outside } = dangerous();
          const before = allBelow(outside);
          const memory = createMemoryTool({ storage: nodeFs(root) });
          const calls = await swapping(root, outside, nth, stays, async () => {
            const { content } = await memory.execute(input);
            const shown = JSON.stringify(content);
            assert.ok(!shown.includes("secret"), `${JSON.stringify(input)}, call ${nth}: ${shown}`);
          });
          assert.deepEqual(allBelow(outside), before, `${JSON.stringify(input)}, call ${nth}`);
          for (const name of ["e/f", "e/secret"]) assert.equal(readFileSync(join(outside, name), "utf8"), "secret\n");
          if (calls < nth) break;
          swaps += 1;
        }
      }
    }
    assert.ok(swaps > 300, `${swaps} calls`);
  });

  test("a directory that is being emptied does not lead out by a link put into it", async () => {
    const root = temporaryDirectory();
    const outside = temporaryDirectory();
    writeFileSync(join(outside, "f"), "secret");
    const store = nodeFs(root);
    for (let i = 0; i < 50; i++) {
      for (const name of ["a", "b", "c"]) mkdirSync(join(root, "d", name), { recursive: true });
      const removing = Promise.resolve(store.remove("/memories/d", {})).catch(() => {});
      // The directory lies aside by now, and is emptied while others work.
      await Promise.resolve();
      const aside = readdirSync(root).find((name) => name.includes("%2F"));
      if (aside !== undefined) {
        try {
          symlinkSync(outside, join(root, aside, `link-${i}`));
        } catch {
          // Too late.
        }
      }
      await removing;
    }
    assert.equal(readFileSync(join(outside, "f"), "utf8"), "secret");
  });

  test("a file with another name is no memory, whatever the other is", async () => {
    const root = temporaryDirectory();
    const outside = temporaryDirectory();
    writeFileSync(join(outside, "secret"), "secret");
    linkSync(join(outside, "secret"), join(root, "out"));
    await put(nodeFs(root), "/memories/d/a", "1");
    linkSync(join(root, "d", "a"), join(root, "twin"));
    const store = nodeFs(root);
    for (const path of ["/memories/out", "/memories/twin", "/memories/d/a"]) {
      assert.equal((await store.stat(path))?.kind, "other");
      assert.equal(await text(store, path), "(missing)");
      assert.deepEqual(await store.remove(path, {}), { status: "missing" });
      assert.deepEqual(await store.rename(path, "/memories/new", {}), { status: "missing" });
    }
    assert.deepEqual(
      (await entries(store, "/memories", 2)).map(({ path, kind }) => `${path} ${kind}`),
      ["/memories/d directory", "/memories/d/a other", "/memories/out other", "/memories/twin other"],
    );
    assert.deepEqual(await store.usage(), { files: 1, bytes: 0 });
    assert.equal(readFileSync(join(outside, "secret"), "utf8"), "secret");
    assert.deepEqual(await paths(store, "/memories", 1), ["/memories/d", "/memories/out", "/memories/twin"]);
  });
});
