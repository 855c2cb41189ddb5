import assert from "node:assert/strict";
import { bytes, type MakeStore, paths, put, type Register, text, version } from "./kit.js";

export function writeBehaviours(test: Register, makeStore: MakeStore): void {
  test("write absent: only where nothing is", async () => {
    const store = await makeStore();
    await put(store, "/memories/d/a", "1", "absent");
    for (const path of ["/memories/d/a", "/memories/d"]) {
      assert.deepEqual(await store.write(path, bytes("2"), { when: "absent" }), { status: "exists" });
    }
    assert.equal(await text(store, "/memories/d/a"), "1");
  });

  test("write version: only over the file that has it", async () => {
    const store = await makeStore();
    const first = await put(store, "/memories/a", "1");
    const second = await put(store, "/memories/a", "2", { version: first });
    assert.notEqual(first, second);
    assert.deepEqual(await store.write("/memories/a", bytes("3"), { when: { version: first } }), { status: "changed" });
    assert.equal(await text(store, "/memories/a"), "2");
    assert.equal(await version(store, "/memories/a"), second);
  });

  test("write version: changed when the file is gone, and nothing is made", async () => {
    const store = await makeStore();
    const old = await put(store, "/memories/d/a", "1");
    await store.remove("/memories/d", {});
    assert.deepEqual(await store.write("/memories/d/a", bytes("2"), { when: { version: old } }), { status: "changed" });
    assert.deepEqual(await paths(store), []);
    await put(store, "/memories/d/a/b", "a directory now");
    assert.deepEqual(await store.write("/memories/d/a", bytes("2"), { when: { version: old } }), { status: "changed" });
  });

  test("write any: over a file or nothing, not over a directory", async () => {
    const store = await makeStore();
    await put(store, "/memories/d/a", "1");
    await put(store, "/memories/d/a", "2");
    assert.equal(await text(store, "/memories/d/a"), "2");
    assert.deepEqual(await store.write("/memories/d", bytes("x"), { when: "any" }), { status: "is_directory" });
    assert.equal(await text(store, "/memories/d/a"), "2");
  });

  test("write: makes the directories above", async () => {
    const store = await makeStore();
    await put(store, "/memories/a/b/c/d", "x", "absent");
    assert.deepEqual(await paths(store), ["/memories/a", "/memories/a/b", "/memories/a/b/c", "/memories/a/b/c/d"]);
  });

  test("write: not_a_directory names the file that is in the way, and nothing is made", async () => {
    const store = await makeStore();
    await put(store, "/memories/d/f", "x");
    for (const when of ["absent", "any"] as const) {
      const result = await store.write("/memories/d/f/g/h", bytes("y"), { when });
      assert.deepEqual(result, { status: "not_a_directory", path: "/memories/d/f" });
    }
    assert.deepEqual(await paths(store), ["/memories/d", "/memories/d/f"]);
  });

  test("write: every write gives another version, also of the same bytes and after a removal", async () => {
    const store = await makeStore();
    const seen = new Set<string>();
    for (let i = 0; i < 60; i++) {
      seen.add(await put(store, "/memories/a", "same"));
      if (i % 3 === 0) await store.remove("/memories/a", {});
    }
    assert.equal(seen.size, 60);
  });

  test("write: reading leaves the version alone", async () => {
    const store = await makeStore();
    const before = await put(store, "/memories/a", "1");
    await text(store, "/memories/a");
    await paths(store);
    assert.equal(await version(store, "/memories/a"), before);
  });

  test("write: of 50 at once with one version exactly one wins", async () => {
    const store = await makeStore();
    const start = await put(store, "/memories/a", "start");
    const results = await Promise.all(
      Array.from({ length: 50 }, async (_, i) =>
        store.write("/memories/a", bytes(`${i}`), { when: { version: start } }),
      ),
    );
    const winners = results.flatMap((result, i) => (result.status === "ok" ? [i] : []));
    assert.equal(winners.length, 1);
    assert.equal(await text(store, "/memories/a"), `${winners[0]}`);
    assert.equal(results.filter((result) => result.status === "changed").length, 49);
  });

  test("write: of 50 at once where nothing is exactly one wins", async () => {
    const store = await makeStore();
    const results = await Promise.all(
      Array.from({ length: 50 }, async (_, i) => store.write("/memories/d/a", bytes(`${i}`), { when: "absent" })),
    );
    const winners = results.flatMap((result, i) => (result.status === "ok" ? [i] : []));
    assert.equal(winners.length, 1);
    assert.equal(results.filter((result) => result.status === "exists").length, 49);
    assert.equal(await text(store, "/memories/d/a"), `${winners[0]}`);
  });

  test("write: no edit is lost when many read, change and write by version", async () => {
    const store = await makeStore();
    await put(store, "/memories/n", "");
    const edit = async (letter: string): Promise<void> => {
      for (;;) {
        const read = await store.read("/memories/n", {});
        assert.ok(read.status === "ok");
        const next = bytes(new TextDecoder().decode(read.bytes) + letter);
        if ((await store.write("/memories/n", next, { when: { version: read.version } })).status === "ok") return;
      }
    };
    const letters = [..."abcdefghijklmnopqrstuvwxyz"];
    await Promise.all(letters.map(edit));
    assert.deepEqual([...(await text(store, "/memories/n"))].sort(), letters);
  });

  test("write: many makers of the same parents all succeed", async () => {
    const store = await makeStore();
    await Promise.all(Array.from({ length: 40 }, (_, i) => put(store, `/memories/p/q/r/${i}`, "x", "absent")));
    assert.equal((await paths(store, "/memories/p/q/r")).length, 40);
  });

  test("write: succeeds while the directory above is removed again and again", async () => {
    const store = await makeStore();
    await Promise.all(
      Array.from({ length: 40 }, async (_, i) => {
        await (i % 2 === 0 ? put(store, `/memories/p/q/${i}`, "x", "absent") : store.remove("/memories/p", {}));
      }),
    );
    await put(store, "/memories/p/q/last", "x", "absent");
    assert.equal(await text(store, "/memories/p/q/last"), "x");
  });

  test("write: names with spaces, percent signs, astral characters and U+FFFF", async () => {
    const store = await makeStore();
    const names = ["a b", "100%", "\u{1f9e0}", "\uffff", "\ufffd", "é", "__proto__", "constructor"];
    for (const name of names) await put(store, `/memories/${name}/${name}.md`, name, "absent");
    for (const name of names) assert.equal(await text(store, `/memories/${name}/${name}.md`), name);
  });
}
