import assert from "node:assert/strict";
import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createMemoryTool, type MemoryTool } from "memory-tool";
import { nodeFs } from "memory-tool/storage/node-fs";
import { paths, put, text } from "./files.js";
import { allBelow, temporaryDirectory } from "./kit.js";

const posix = { skip: process.platform === "win32" };
const linux = { skip: process.platform !== "linux" };

/** Runs `body` in a process of its own, which has a tool over `root`. */
function start(root: string, body: string): ChildProcessByStdio<null, Readable, null> {
  const program = `
    import { createMemoryTool } from "memory-tool";
    import { nodeFs } from "memory-tool/storage/node-fs";
    import * as fs from "node:fs";
    const root = ${JSON.stringify(root)};
    const memory = createMemoryTool({ storage: nodeFs(root) });
    ${body}`;
  const args = ["--input-type=module", "-e", program];
  return spawn(process.execPath, args, { cwd: import.meta.dirname, stdio: ["ignore", "pipe", "inherit"] });
}

/** For a child whose writes do not come to the disk before `held` is there; `begun` is there when one has its file. */
const HELD_UP = `
  import { syncBuiltinESMExports } from "node:module";
  let held = new Promise(() => {});
  const { fsync } = fs.default;
  const begun = new Promise((resolve) => {
    fs.default.fsync = (...of) => { resolve(); held.then(() => fsync(...of)); };
  });
  syncBuiltinESMExports();`;

async function exitOf(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

async function ran(child: ChildProcess): Promise<void> {
  await exitOf(child);
  assert.equal(child.exitCode, 0);
}

function ours(root: string): string[] {
  return allBelow(root).filter((name) => name.includes("%2F"));
}

async function run(memory: MemoryTool, input: object): Promise<string> {
  const { content, is_error } = await memory.execute(input);
  assert.ok(!is_error && typeof content === "string", JSON.stringify(content));
  return content;
}

describe("node-fs: several processes", posix, () => {
  test("four processes that edit one file at the same time keep each of 1,000 edits", async () => {
    const root = temporaryDirectory();
    writeFileSync(join(root, "a"), "end\n");
    const children = [0, 1, 2, 3].map((id) =>
      start(
        root,
        `for (let i = 0; i < 250; i++) {
          const insert_text = "${id}-" + i;
          const { is_error, content } = await memory.execute({ command: "insert", path: "/memories/a", insert_line: 0, insert_text });
          if (is_error) throw new Error(content);
        }`,
      ),
    );
    await Promise.all(children.map(ran));
    const lines = readFileSync(join(root, "a"), "utf8").split("\n");
    assert.equal(lines.length, 1002);
    const kept = new Set(lines);
    for (let id = 0; id < 4; id++) for (let i = 0; i < 250; i++) assert.ok(kept.has(`${id}-${i}`));
    assert.deepEqual(allBelow(root), ["a"]);
  });

  test("of processes that create or rename to one name, one wins", async () => {
    const root = temporaryDirectory();
    const rounds = 60;
    for (const id of [0, 1, 2]) {
      mkdirSync(join(root, `from-${id}`));
      for (let i = 0; i < rounds; i++) writeFileSync(join(root, `from-${id}`, `${i}`), `renamed by ${id}`);
    }
    const children = [0, 1, 2].map((id) =>
      start(
        root,
        `let won = 0;
        for (let i = 0; i < ${rounds}; i++) {
          const results = await Promise.all([
            memory.execute({ command: "create", path: "/memories/to/" + i, file_text: "created by ${id}" }),
            memory.execute({ command: "rename", old_path: "/memories/from-${id}/" + i, new_path: "/memories/to/" + i }),
          ]);
          won += results.filter((result) => !result.is_error).length;
        }
        console.log(won);`,
      ),
    );
    const counts = await Promise.all(
      children.map(async (child) => {
        const [output] = (await once(child.stdout, "data")) as [Buffer];
        await ran(child);
        return Number(output);
      }),
    );
    assert.equal(
      counts.reduce((sum, count) => sum + count),
      rounds,
    );
    assert.equal(readdirSync(join(root, "to")).length, rounds);
    assert.deepEqual(ours(root), []);
  });

  test("a process killed at any moment leaves every file old or new, and the next start leaves nothing else", async () => {
    const root = temporaryDirectory();
    const line = "x".repeat(200);
    const content = (n: number): string => `${n} ${line}\n`.repeat(50);
    mkdirSync(join(root, "d"));
    for (const name of ["a", "d/b"]) writeFileSync(join(root, name), content(0));
    const body = `
      const content = (n) => (n + " ${line}\\n").repeat(50);
      const store = nodeFs(root);
      let n = Date.now() % 100000;
      process.stdout.write(".");
      for (;;) {
        n += 1;
        const bytes = new TextEncoder().encode(content(n));
        await Promise.all([
          store.write("/memories/a", bytes, { when: "any" }),
          store.write("/memories/d/b", bytes, { when: "any" }),
          store.write("/memories/new/" + (n % 5) + "/f", bytes, { when: "absent" }),
        ]);
        await store.rename("/memories/new/" + (n % 5), "/memories/moved-" + (n % 3), {});
        await store.remove("/memories/moved-" + ((n + 1) % 3), {});
      }`;
    let found = 0;
    const kill = async (): Promise<void> => {
      const child = start(root, body);
      await once(child.stdout, "data");
      await sleep(Math.random() * 25);
      child.kill("SIGKILL");
      await exitOf(child);
    };
    // Two at a time, so that one is killed while the other goes on.
    for (let round = 0; round < 150; round++) {
      await Promise.all([kill(), kill()]);
      found += ours(root).length;
      // The next start, with what it finds.
      const memory = createMemoryTool({ storage: nodeFs(root) });
      assert.match(await run(memory, { command: "view", path: "/memories/a" }), /content of/);
      await run(memory, { command: "insert", path: "/memories/log", insert_line: 0, insert_text: "x" }).catch(() =>
        run(memory, { command: "create", path: "/memories/log", file_text: "" }),
      );
      assert.deepEqual(ours(root), []);
      for (const name of allBelow(root)) {
        if (name === "log" || !lstatSync(join(root, name)).isFile()) continue;
        const there = readFileSync(join(root, name), "utf8");
        assert.equal(there, content(Number.parseInt(there)), `${name} is no whole version`);
        assert.equal(lstatSync(join(root, name)).nlink, 1, name);
      }
    }
    assert.ok(found > 0, "nothing was ever cut off");
  });

  test("what a live process is writing stays", async () => {
    const root = temporaryDirectory();
    const child = start(
      root,
      `${HELD_UP}
      let goOn;
      process.once("SIGUSR2", () => goOn());
      held = new Promise((resolve) => { goOn = resolve; });
      const writing = nodeFs(root).write("/memories/big", new Uint8Array(10), { when: "any" });
      await begun;
      process.stdout.write(".");
      const alive = setInterval(() => {}, 1000);
      await writing;
      clearInterval(alive);`,
    );
    await once(child.stdout, "data");
    const seen = ours(root);
    assert.equal(seen.length, 1);
    await put(nodeFs(root), "/memories/other", "1");
    assert.deepEqual(ours(root), seen);
    child.kill("SIGUSR2");
    await ran(child);
    assert.deepEqual(allBelow(root), ["big", "other"]);
  });
});

/** A ticket of a process that has ended. */
async function ofTheDead(root: string): Promise<string> {
  const child = start(
    root,
    `${HELD_UP}
    nodeFs(root).write("/memories/big", new Uint8Array(10), { when: "any" });
    await begun;
    process.kill(process.pid, "SIGKILL");`,
  );
  await exitOf(child);
  const [name] = ours(root);
  assert.ok(name !== undefined, "the child has left nothing");
  return name.slice(name.indexOf("%2F") + 3);
}

// Two of them wait for what is left behind to count as abandoned.
describe("node-fs: what was left behind", { ...linux, concurrency: true }, () => {
  test("files and directories of the dead go with the first change, and no command ever shows them", async () => {
    const root = temporaryDirectory();
    const ticket = await ofTheDead(root);
    mkdirSync(join(root, `.memory-tool%2F${ticket}0`, "deep", "er"), { recursive: true });
    writeFileSync(join(root, `.memory-tool%2F${ticket}0`, "deep", "f"), "x");
    const store = nodeFs(root);
    assert.deepEqual(await paths(store), []);
    assert.deepEqual(await store.usage(), { files: 0, bytes: 0 });
    assert.equal(ours(root).filter((name) => !name.includes("/")).length, 2);
    await put(store, "/memories/a", "1");
    assert.deepEqual(allBelow(root), ["a"]);
  });

  test("a file that was given its name but not yet taken from its temporary one is whole memory", async () => {
    const root = temporaryDirectory();
    const ticket = await ofTheDead(root);
    const temporary = join(root, `.memory-tool%2F${ticket}1`);
    writeFileSync(temporary, "new");
    linkSync(temporary, join(root, "a"));
    const store = nodeFs(root);
    assert.equal(await text(store, "/memories/a"), "new");
    assert.deepEqual(await store.usage(), { files: 1, bytes: 3 });
    await put(store, "/memories/b", "1");
    assert.deepEqual(allBelow(root), ["a", "b"]);
    assert.equal(await text(store, "/memories/a"), "new");
  });

  test("the lock of a dead process, and that of one who died while clearing it, is cleared at once", async () => {
    const root = temporaryDirectory();
    const ticket = await ofTheDead(root);
    for (const guards of ["", "~", "~~"]) {
      for (let i = 0; i <= guards.length; i++) symlinkSync(ticket, join(root, `.memory-tool%2Flock${"~".repeat(i)}`));
      await put(nodeFs(root), "/memories/a", guards);
      assert.deepEqual(allBelow(root), ["a"]);
    }
  });

  test("a lock whose holder nobody here can see is respected for ten seconds, and no longer", async () => {
    const root = temporaryDirectory();
    const lock = join(root, ".memory-tool%2Flock");
    symlinkSync("1-1-elsewhere-0-abc1", lock);
    const writing = put(nodeFs(root), "/memories/a", "1");
    await sleep(1000);
    assert.ok(lstatSync(lock).isSymbolicLink() && !existsSync(join(root, "a")));
    await writing;
    assert.deepEqual(allBelow(root), ["a"]);
  });

  test("a lock that a stopped process holds is waited for, then the change is refused and nothing has changed", async () => {
    const root = temporaryDirectory();
    const child = start(
      root,
      `await nodeFs(root).write("/memories/a", new Uint8Array(1), { when: "any" });
      console.log(fs.readFileSync("/proc/self/stat", "latin1"));
      setInterval(() => {}, 1000);`,
    );
    try {
      const [stat] = (await once(child.stdout, "data")) as [Buffer];
      const began = String(stat)
        .slice(String(stat).lastIndexOf(")") + 2)
        .split(" ")[19];
      const [, , space] = (await ofTheDead(temporaryDirectory())).split("-");
      symlinkSync(`${child.pid}-${began}-${space}-0-abc1`, join(root, ".memory-tool%2Flock"));
      const memory = createMemoryTool({ storage: nodeFs(root) });
      const { content } = await memory.execute({ command: "create", path: "/memories/b", file_text: "" });
      assert.equal(content, "Error: The memory store is unavailable; nothing was changed; try again later");
      assert.deepEqual(allBelow(root), [".memory-tool%2Flock", "a"]);
    } finally {
      child.kill("SIGKILL");
      await exitOf(child);
    }
    await put(nodeFs(root), "/memories/b", "1");
    assert.deepEqual(allBelow(root), ["a", "b"]);
  });

  test("what nobody here can tell the owner of is kept for a day", async () => {
    const root = temporaryDirectory();
    const name = join(root, ".memory-tool%2F1-1-elsewhere-0-abc1");
    writeFileSync(name, "x");
    utimesSync(name, 0, 0);
    await put(nodeFs(root), "/memories/a", "1");
    assert.deepEqual(ours(root), [".memory-tool%2F1-1-elsewhere-0-abc1"]);
    assert.deepEqual(await paths(nodeFs(root)), ["/memories/a"]);
  });
});
