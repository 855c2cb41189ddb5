import assert from "node:assert/strict";
import { test } from "node:test";
import { runInNewContext } from "node:vm";
import { createMemoryTool, MemoryToolError, StorageError, type MemoryEvent, type MemoryStorage } from "memory-tool";
import { inMemory } from "memory-tool/storage/memory";

const SECRET = "EACCES: permission denied, open '/home/u/secret'";
const VERBS = ["stat", "read", "write", "list", "remove", "rename", "usage"] as const;
type Verb = (typeof VERBS)[number];

/** The store in memory with one file, whose methods a test may replace. */
function storeWith(replace: Partial<Record<Verb, unknown>>): MemoryStorage {
  const store = inMemory();
  void store.write("/memories/a.md", new TextEncoder().encode("one\ntwo\n"), { when: "absent" });
  return Object.assign(store, replace);
}

const commands: Record<string, { input: object; verbs: Verb[] }> = {
  "view of a file": { input: { command: "view", path: "/memories/a.md" }, verbs: ["read"] },
  "view of a directory": { input: { command: "view", path: "/memories" }, verbs: ["list"] },
  create: { input: { command: "create", path: "/memories/b.md", file_text: "b" }, verbs: ["write"] },
  str_replace: {
    input: { command: "str_replace", path: "/memories/a.md", old_str: "one", new_str: "1" },
    verbs: ["read", "write"],
  },
  insert: {
    input: { command: "insert", path: "/memories/a.md", insert_line: 0, insert_text: "0" },
    verbs: ["read", "write"],
  },
  delete: { input: { command: "delete", path: "/memories/a.md" }, verbs: ["remove"] },
  rename: { input: { command: "rename", old_path: "/memories/a.md", new_path: "/memories/b.md" }, verbs: ["rename"] },
};

const failures: Record<string, () => unknown> = {
  "throws at once": () => {
    throw new Error(SECRET);
  },
  rejects: () => Promise.reject(new Error(SECRET)),
  "rejects with a thenable of its own": () => ({
    // oxlint-disable-next-line unicorn/no-thenable -- a store may answer with one
    then: (_: unknown, reject: (error: Error) => void) => reject(new Error(SECRET)),
  }),
  "answers with a thenable that throws": () => ({
    // oxlint-disable-next-line unicorn/no-thenable -- a store may answer with one
    then: () => {
      throw new Error(SECRET);
    },
  }),
  // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- a store may
  "rejects with no error at all": () => Promise.reject(undefined),
  "throws a string": () => {
    // oxlint-disable-next-line typescript/only-throw-error -- a store may
    throw SECRET;
  },
  "answers nothing": () => undefined,
  "answers a string": () => SECRET,
  "answers an unknown status": () => ({ status: SECRET }),
  "answers ok and nothing more": () => ({ status: "ok" }),
  "answers with a version that is no text": () => ({ status: "ok", version: 1, bytes: new Uint8Array(), size: 0 }),
  "answers with bytes that are none": () => ({ status: "ok", version: "1", bytes: SECRET, size: 1, entries: SECRET }),
};

// What the contract allows as it is: the answer of a removal or a rename is its status alone, and no page is no directory.
const allowed = new Set([
  "delete/answers ok and nothing more",
  "delete/answers with a version that is no text",
  "delete/answers with bytes that are none",
  "rename/answers ok and nothing more",
  "rename/answers with a version that is no text",
  "rename/answers with bytes that are none",
  "view of a directory/answers nothing",
  "create/answers with bytes that are none",
  "str_replace/write/answers with bytes that are none",
  "insert/write/answers with bytes that are none",
]);

for (const [command, { input, verbs }] of Object.entries(commands)) {
  for (const verb of verbs) {
    for (const [failure, fail] of Object.entries(failures)) {
      if (allowed.has(`${command}/${failure}`) || allowed.has(`${command}/${verb}/${failure}`)) {
        continue;
      }
      test(`${command}, where ${verb} ${failure}: a short text for the model, the original for the host`, async () => {
        const events: MemoryEvent[] = [];
        const storage = storeWith({ [verb]: fail });
        const memory = createMemoryTool({ storage, onEvent: (event) => events.push(event) });
        const { content, is_error } = await memory.execute(input);
        assert.equal(is_error, true);
        assert.ok(
          typeof content === "string" && content.startsWith("Error: The memory store"),
          JSON.stringify(content),
        );
        assert.ok(!/secret|EACCES|undefined|\bat\b/.test(content), content);
        assert.ok(content.length < 120, content);
        const [event] = events;
        assert.equal(event?.type, "storage_failed");
        if (event?.type === "storage_failed" && failure === "rejects") {
          assert.equal(event.code, "unavailable");
          assert.ok(event.cause instanceof Error && event.cause.message === SECRET);
        }
      });
    }
  }
}

test("a kind of failure has its own text and code", async () => {
  const texts = {
    full: "Error: The memory store is full; nothing was changed; delete or shorten files first",
    denied: "Error: The memory store does not permit this; nothing was changed",
    read_only: "Error: The memory store is read-only; nothing was changed",
    unavailable: "Error: The memory store is unavailable; nothing was changed; try again later",
    name_not_allowed: "Error: The path /memories/b.md is not allowed: this store cannot hold that name",
  } as const;
  for (const [code, text] of Object.entries(texts)) {
    const error = new StorageError(code as keyof typeof texts, SECRET, { outcome: "unchanged" });
    const events: MemoryEvent[] = [];
    const write = (): never => {
      throw error;
    };
    const memory = createMemoryTool({ storage: storeWith({ write }), onEvent: (event) => events.push(event) });
    const result = await memory.execute({ command: "create", path: "/memories/b.md", file_text: "b" });
    assert.deepEqual(result, { content: text, is_error: true });
    assert.deepEqual(events, [
      { type: "storage_failed", command: "create", path: "/memories/b.md", code, cause: error, retried: false },
    ]);
  }
});

test("a write whose outcome is unknown says so", async () => {
  const memory = createMemoryTool({ storage: storeWith({ write: () => Promise.reject(new Error(SECRET)) }) });
  const { content } = await memory.execute({ command: "create", path: "/memories/b.md", file_text: "b" });
  assert.equal(
    content,
    "Error: The memory store is unavailable; the outcome is unknown; view the file before you repeat",
  );
});

test("what only looks is tried once more", async () => {
  const store = storeWith({});
  let calls = 0;
  const read: MemoryStorage["read"] = (path, options) => {
    calls += 1;
    return calls === 1 ? Promise.reject(new Error(SECRET)) : store.read(path, options);
  };
  const events: MemoryEvent[] = [];
  const storage = { ...bound(store), read };
  const memory = createMemoryTool({ storage, onEvent: (event) => events.push(event) });
  assert.equal((await memory.execute({ command: "view", path: "/memories/a.md" })).is_error, false);
  assert.equal(calls, 2);
  assert.ok(events[0]?.type === "storage_failed" && events[0].retried);
});

function bound(store: MemoryStorage): MemoryStorage {
  return {
    stat: (...of) => store.stat(...of),
    read: (...of) => store.read(...of),
    write: (...of) => store.write(...of),
    list: (...of) => store.list(...of),
    remove: (...of) => store.remove(...of),
    rename: (...of) => store.rename(...of),
    usage: () => store.usage(),
  };
}

test("a store that never answers counts as failed, and later calls go on", async () => {
  const store = storeWith({});
  let hang = true;
  const write: MemoryStorage["write"] = (...of) => (hang ? new Promise(() => {}) : store.write(...of));
  const memory = createMemoryTool({ storage: { ...bound(store), write }, storageTimeoutMs: 20 });
  const edit = { command: "insert", path: "/memories/a.md", insert_line: 0, insert_text: "zero" };
  const late = memory.execute(edit);
  hang = false;
  assert.deepEqual(await late, {
    content: "Error: The memory store did not answer in time; the outcome is unknown; view the file before you repeat",
    is_error: true,
  });
  assert.equal((await memory.execute(edit)).is_error, false);
});

test("a store whose listing never ends is found out, and the host learns by what", async () => {
  const list = (): unknown => ({
    entries: [{ path: "/memories/a.md", kind: "file", size: 8, version: "1", modified: 0 }],
    cursor: "again",
  });
  const events: MemoryEvent[] = [];
  const memory = createMemoryTool({ storage: storeWith({ list }), onEvent: (event) => events.push(event) });
  assert.deepEqual(await memory.execute({ command: "view", path: "/memories" }), {
    content: "Error: The memory store is unavailable; nothing was changed; try again later",
    is_error: true,
  });
  const [event] = events;
  assert.ok(event?.type === "storage_failed" && event.code === "invalid_result" && event.cause instanceof Error);
  assert.match(event.cause.message, /cursor again twice/);
});

test("a store may answer at once, by promises, or by thenables", async () => {
  const kinds: ((value: unknown) => unknown)[] = [
    (value) => value,
    (value) => Promise.resolve(value),
    // oxlint-disable-next-line unicorn/no-thenable -- a store may answer with one
    (value) => ({ then: (resolve: (value: unknown) => void) => resolve(value) }),
  ];
  for (const kind of kinds) {
    const store = bound(inMemory());
    const wrapped = Object.fromEntries(
      Object.entries(store).map(([verb, call]) => [
        verb,
        (...of: unknown[]) => kind((call as (...of: unknown[]) => unknown)(...of)),
      ]),
    ) as unknown as MemoryStorage;
    const memory = createMemoryTool({ storage: wrapped });
    await memory.execute({ command: "create", path: "/memories/a.md", file_text: "a\n" });
    const edits = Array.from({ length: 50 }, () =>
      memory.execute({ command: "insert", path: "/memories/a.md", insert_line: 0, insert_text: "line" }),
    );
    for (const { is_error } of await Promise.all(edits)) {
      assert.equal(is_error, false);
    }
    const { content } = await memory.execute({ command: "view", path: "/memories/a.md" });
    assert.equal(typeof content === "string" && content.split("\n").length, 1 + 51);
  }
});

test("a store may answer with bytes of another realm", async () => {
  const theirs: unknown = runInNewContext("new Uint8Array([104, 105])");
  assert.ok(!(theirs instanceof Uint8Array));
  const read = (): unknown => ({ status: "ok", bytes: theirs, version: "1", size: 2 });
  const memory = createMemoryTool({ storage: storeWith({ read }) });
  const { content } = await memory.execute({ command: "view", path: "/memories/a.md" });
  assert.equal(content, "Here's the content of /memories/a.md with line numbers:\n     1\thi");
});

test("a store may call the tool from within a method", async () => {
  const store = inMemory();
  const inner: Promise<unknown>[] = [];
  const list: MemoryStorage["list"] = (...of) => {
    inner.push(memory.execute({ command: "create", path: "/memories/inner.md", file_text: "x" }));
    return store.list(...of);
  };
  const memory = createMemoryTool({ storage: { ...bound(store), list } });
  assert.equal((await memory.execute({ command: "view", path: "/memories" })).is_error, false);
  assert.deepEqual(await Promise.all(inner), [
    { content: "File created successfully at: /memories/inner.md", is_error: false },
  ]);
});

test("a store without compare-and-set is taken from its only writer", async () => {
  const storage = inMemory({ capabilities: { compareAndSet: false } });
  const memory = createMemoryTool({ storage, singleWriter: true });
  assert.equal((await memory.execute({ command: "view", path: "/memories" })).is_error, false);
});

test("wrong options are refused when they are given", () => {
  const storage = inMemory();
  const wrong: [unknown, RegExp][] = [
    [undefined, /storage/],
    [{}, /storage/],
    [{ storage: {} }, /stat, read, write, list, remove, rename, usage/],
    [{ storage, limits: { fileBytes: -1 } }, /limits\.fileBytes/],
    [{ storage, limits: { viewCharacters: 99 } }, /limits\.viewCharacters.*100/],
    [{ storage, limits: { files: "10" } }, /limits\.files/],
    [{ storage, limits: { maxBytes: 10 } }, /no limit `maxBytes`/],
    [{ storage, createExisting: "replace" }, /createExisting/],
    [{ storage, storageTimeoutMs: 0 }, /storageTimeoutMs/],
    [{ storage, onEvent: 1 }, /onEvent/],
    [{ storage, singleWriter: "yes" }, /singleWriter/],
    [{ storage: inMemory({ capabilities: { compareAndSet: false } }) }, /singleWriter: true/],
    [{ storage, onevent: () => {} }, /no option `onevent`/],
  ];
  for (const [options, message] of wrong) {
    assert.throws(
      () => createMemoryTool(options as Parameters<typeof createMemoryTool>[0]),
      (error) => error instanceof MemoryToolError && error.code === "invalid_options" && message.test(error.message),
    );
  }
});
