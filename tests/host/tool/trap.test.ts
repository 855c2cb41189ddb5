import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

// The package of target/trap-pkg is the real one with a core that knows two more commands, which panic. The child has no
// handler for uncaught exceptions or rejections: it survives only where none gets out.
const entry = join(process.cwd(), "target/trap-pkg/dist/entry/node.js");
const memory = join(process.cwd(), "target/trap-pkg/dist/storage/memory.js");

const child = `
  import { createMemoryTool } from ${JSON.stringify(entry)};
  import { inMemory } from ${JSON.stringify(memory)};
  const slow = (store) => new Proxy(store, {
    get: (of, name) => typeof of[name] === "function"
      ? async (...args) => { await new Promise((done) => setTimeout(done, 5)); return of[name](...args); }
      : of[name],
  });
  const events = [];
  const onEvent = (event) => events.push(event.type + ": " + String(event.cause).split("\\n").join(" "));
  const tool = createMemoryTool({ storage: slow(inMemory()), onEvent });
  const other = createMemoryTool({ storage: slow(inMemory()) });
  const told = (call) => call.then(({ content }) => content, ({ name, code }) => name + " " + code);
  const create = { command: "create", path: "/memories/a.md", file_text: "a" };
  const log = [];
  const view = { command: "view", path: "/memories/a.md" };
  log.push(await Promise.all([tool.execute(create), other.execute(view), tool.execute({ command: "trap" })].map(told)));
  log.push(await told(tool.execute(view)));
  log.push(await Promise.all([tool.execute({ command: "trap_later" }), tool.execute(view), other.execute(view)].map(told)));
  log.push(await told(tool.execute(view)));
  await new Promise((done) => setTimeout(done, 50));
  console.log(JSON.stringify({ log, events }));
`;

test("a core that stops takes no process with it", () => {
  const run = spawnSync(process.execPath, ["--input-type=module", "--eval", child], { encoding: "utf8" });
  assert.equal(run.stderr, "");
  assert.equal(run.status, 0);
  const { log, events } = JSON.parse(run.stdout) as { log: unknown[]; events: string[] };
  const stopped = "MemoryToolError core_stopped";
  const content = "Here's the content of /memories/a.md with line numbers:\n     1\ta";
  // Every call in flight is rejected, those of other tools too; the next one gets a new core and finds what was stored.
  assert.deepEqual(log, [[stopped, stopped, stopped], content, [stopped, stopped, stopped], content]);
  assert.equal(events.length, 2);
  assert.match(events[0] ?? "", /^core_stopped: .*sprung at once/);
  assert.match(events[1] ?? "", /^core_stopped: .*sprung later/);
});
