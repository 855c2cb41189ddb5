import assert from "node:assert/strict";
import { bytes, type MakeStore, put, type Register, text } from "./kit.js";

export function readBehaviours(test: Register, makeStore: MakeStore): void {
  test("stat: a new store has a root that is a directory", async () => {
    const stat = await (await makeStore()).stat("/memories");
    assert.equal(stat?.kind, "directory");
    assert.equal(stat.size, 0);
  });

  test("stat: null where nothing lies, also below a file", async () => {
    const store = await makeStore();
    await put(store, "/memories/a", "x");
    for (const path of ["/memories/b", "/memories/b/c", "/memories/a/b"]) assert.equal(await store.stat(path), null);
  });

  test("stat: kind, size, version and time of a file", async () => {
    const store = await makeStore();
    const before = Date.now() - 2000;
    const version = await put(store, "/memories/d/a", "four");
    const stat = await store.stat("/memories/d/a");
    assert.deepEqual(
      { kind: stat?.kind, size: stat?.size, version: stat?.version },
      { kind: "file", size: 4, version },
    );
    assert.ok(stat !== null && stat.modified >= before && stat.modified <= Date.now() + 2000);
    assert.equal((await store.stat("/memories/d"))?.kind, "directory");
  });

  test("read: bytes come back as they were written, whatever they are", async () => {
    const store = await makeStore();
    const every = Uint8Array.from({ length: 256 }, (_, i) => i);
    await store.write("/memories/every", every.slice(), { when: "absent" });
    const result = await store.read("/memories/every", {});
    assert.ok(result.status === "ok");
    assert.deepEqual([...result.bytes], [...every]);
    assert.equal(result.size, 256);
    await put(store, "/memories/empty", "");
    assert.equal(await text(store, "/memories/empty"), "");
  });

  test("read: ten megabytes come back whole", async () => {
    const store = await makeStore();
    const big = new Uint8Array(10_000_000).map((_, i) => i * 31);
    await store.write("/memories/big", big.slice(), { when: "absent" });
    const result = await store.read("/memories/big", {});
    assert.ok(result.status === "ok" && Buffer.compare(result.bytes, big) === 0);
  });

  test("read: a range, shorter where the file ends before", async () => {
    const store = await makeStore();
    await put(store, "/memories/a", "0123456789");
    const range = async (offset?: number, length?: number) => {
      const options = { ...(offset !== undefined && { offset }), ...(length !== undefined && { length }) };
      const result = await store.read("/memories/a", options);
      assert.ok(result.status === "ok");
      assert.equal(result.size, 10);
      return new TextDecoder().decode(result.bytes);
    };
    assert.equal(await range(2, 3), "234");
    assert.equal(await range(8, 5), "89");
    assert.equal(await range(10, 5), "");
    assert.equal(await range(50, 5), "");
    assert.equal(await range(7), "789");
    assert.equal(await range(undefined, 2), "01");
    assert.equal(await range(3, 0), "");
  });

  test("read: missing where nothing or a directory lies", async () => {
    const store = await makeStore();
    await put(store, "/memories/d/a", "x");
    for (const path of ["/memories/no", "/memories/no/no", "/memories/d", "/memories", "/memories/d/a/b"]) {
      assert.deepEqual(await store.read(path, {}), { status: "missing" }, path);
    }
  });

  test("read: changed unless the file still has the version", async () => {
    const store = await makeStore();
    const first = await put(store, "/memories/a", "1");
    const same = await store.read("/memories/a", { version: first });
    assert.ok(same.status === "ok" && same.version === first);
    await put(store, "/memories/a", "2");
    assert.deepEqual(await store.read("/memories/a", { version: first }), { status: "changed" });
  });

  test("read: what was handed out and what is kept cannot change one another", async () => {
    const store = await makeStore();
    const whole = bytes("xabcx");
    await store.write("/memories/a", whole.subarray(1, 4), { when: "any" });
    whole.fill(0);
    const first = await store.read("/memories/a", {});
    assert.ok(first.status === "ok");
    first.bytes[0] = 90;
    assert.equal(await text(store, "/memories/a"), "abc");
    await put(store, "/memories/a", "def");
    assert.equal(new TextDecoder().decode(first.bytes), "Zbc");
  });
}
