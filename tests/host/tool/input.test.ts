import assert from "node:assert/strict";
import { test } from "node:test";
import { createMemoryTool } from "memory-tool";
import { inMemory } from "memory-tool/storage/memory";

// What JSON files cannot say: values that only JavaScript has. The rest is in tests/vectors/input.json.

const cycle: { command: string; path: string; self?: unknown } = { command: "view", path: "/memories" };
cycle.self = cycle;

const throwing = {
  command: "view",
  get path(): string {
    throw new Error("secret of the host");
  },
};

const proxy = new Proxy(
  {},
  {
    ownKeys(): never {
      throw new Error("secret of the host");
    },
  },
);

const revoked = Proxy.revocable([], {});
revoked.revoke();

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) {
    value = [value];
  }
  return value;
}

const refused: Record<string, { input: unknown; names: string }> = {
  "a bigint": {
    input: { command: "insert", path: "/memories/a", insert_line: 1n, insert_text: "" },
    names: "insert_line",
  },
  "a symbol": { input: { command: "create", path: "/memories/a", file_text: Symbol("x") }, names: "file_text" },
  "a function": { input: { command: "create", path: "/memories/a", file_text: () => "x" }, names: "file_text" },
  "bytes as text": {
    input: { command: "create", path: "/memories/a", file_text: Uint8Array.of(65) },
    names: "file_text",
  },
  "a String object in a list": { input: { command: "view", path: [new String("/memories")] }, names: "path" },
  NaN: {
    input: { command: "insert", path: "/memories/a", insert_line: Number.NaN, insert_text: "" },
    names: "insert_line",
  },
  "an infinite number": {
    input: { command: "insert", path: "/memories/a", insert_line: Number.POSITIVE_INFINITY, insert_text: "" },
    names: "insert_line",
  },
  "a lone high surrogate in a text": {
    input: { command: "create", path: "/memories/a", file_text: "a\ud800b" },
    names: "file_text",
  },
  "a lone low surrogate in a path": { input: { command: "delete", path: "/memories/\udc00" }, names: "path" },
  "a lone surrogate in old_str": {
    input: { command: "str_replace", path: "/memories/a", old_str: "\ud83d", new_str: "x" },
    names: "old_str",
  },
  "a lone surrogate in new_str": {
    input: { command: "str_replace", path: "/memories/a", old_str: "x", new_str: "\ud83d" },
    names: "new_str",
  },
  "a lone surrogate in the command": { input: { command: "view\ud800", path: "/memories" }, names: "command" },
  "surrogates in the wrong order": {
    input: { command: "create", path: "/memories/a", file_text: "\ude00\ud83d" },
    names: "file_text",
  },
  "a getter that throws": { input: throwing, names: "path" },
  "a proxy that throws": { input: proxy, names: "object" },
  "a proxy that was revoked": { input: revoked.proxy, names: "object" },
  "an inherited command": { input: Object.create({ command: "view", path: "/memories" }), names: "command" },
  "a Map": { input: new Map([["command", "view"]]), names: "command" },
  "an array with fields": { input: Object.assign([], { command: "view", path: "/memories" }), names: "object" },
  "a list that is nested deep": {
    input: { command: "view", path: "/memories", view_range: nested(5_000) },
    names: "view_range",
  },
  "a list that JSON gives up on": {
    input: { command: "view", path: "/memories", view_range: nested(200_000) },
    names: "view_range",
  },
  "a list of a million": {
    input: { command: "view", path: "/memories", view_range: Array(1_000_000).fill(1) },
    names: "view_range",
  },
  "10 MB as a command": { input: { command: "x".repeat(10_000_000) }, names: "unknown command" },
  "10 MB as a path": { input: { command: "view", path: `/memories/${"x".repeat(10_000_000)}` }, names: "/memories/x" },
  "10 MB of percent escapes": {
    input: { command: "view", path: `/memories/${"%25".repeat(3_000_000)}` },
    names: "not allowed",
  },
  "10 MB for a number": {
    input: { command: "insert", path: "/memories/a", insert_line: "9".repeat(10_000_000), insert_text: "" },
    names: "insert_line",
  },
  "10 MB as a file": {
    input: { command: "create", path: "/memories/b", file_text: "x".repeat(10_000_000) },
    names: "1,048,576",
  },
};

for (const [what, { input, names }] of Object.entries(refused)) {
  test(`refuses ${what} with a clear error, and writes nothing`, async () => {
    const storage = inMemory();
    const memory = createMemoryTool({ storage });
    await memory.execute({ command: "create", path: "/memories/a", file_text: "x\n" });
    const before = await storage.usage();
    const { content, is_error } = await memory.execute(input);
    assert.equal(is_error, true);
    assert.ok(typeof content === "string" && content.includes(names), `${JSON.stringify(content)} names ${names}`);
    assert.ok(content.length < 2_000, "a message stays short");
    assert.ok(!content.includes("secret"), "what the host threw is not shown");
    assert.deepEqual(await storage.usage(), before);
    assert.equal((await memory.execute({ command: "view", path: "/memories/a" })).is_error, false);
  });
}

for (const [what, input] of Object.entries({
  "a cycle in an unknown field": cycle,
  "a field named __proto__": JSON.parse(
    '{"command":"view","path":"/memories","__proto__":{"command":"delete"}}',
  ) as unknown,
  "fields named like methods": {
    command: "view",
    path: "/memories",
    constructor: 1,
    toString: 2,
    hasOwnProperty: 3,
    valueOf: 4,
  },
  "an object without a prototype": Object.assign(Object.create(null) as object, { command: "view", path: "/memories" }),
  "undefined for an optional field": { command: "view", path: "/memories", view_range: undefined },
})) {
  test(`takes ${what}`, async () => {
    const { is_error } = await createMemoryTool({ storage: inMemory() }).execute(input);
    assert.equal(is_error, false);
  });
}

test("keeps every well-formed character", async () => {
  const memory = createMemoryTool({ storage: inMemory() });
  const file_text = "\u0000\u0001\ufeff\ud83d\ude00\uffff\u{10ffff}\u2028$&\\";
  await memory.execute({ command: "create", path: "/memories/a", file_text });
  const { content } = await memory.execute({ command: "view", path: "/memories/a" });
  assert.equal(content, `Here's the content of /memories/a with line numbers:\n     1\t${file_text}`);
});

test("takes the input as it was when the call was made", async () => {
  const memory = createMemoryTool({ storage: inMemory() });
  const input = { command: "create", path: "/memories/a", file_text: "first" };
  const result = memory.execute(input);
  input.path = "/memories/b";
  assert.deepEqual(await result, { content: "File created successfully at: /memories/a", is_error: false });
});
