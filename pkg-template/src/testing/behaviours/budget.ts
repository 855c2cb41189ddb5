import type { DescribeBehaviour } from "../behaviour.js";
import { equal } from "../check.js";
import { bytes, paths, put } from "../files.js";
import { count, winners } from "../race.js";

export function budgetBehaviours(behaviour: DescribeBehaviour): void {
  behaviour("a write is done up to the budget, and beyond it answers over budget", async ({ storage }) => {
    const budget = { bytes: 10, files: 3 };
    const write = async (path: string, length: number): Promise<unknown> =>
      storage.write(path, new Uint8Array(length), { when: "any", budget });
    equal(await write("/memories/a", 6), { status: "ok" }, "6 bytes");
    equal(await write("/memories/b", 5), { status: "over_budget" }, "another file, of 5 bytes");
    equal(await write("/memories/a", 11), { status: "over_budget" }, "the file with 11 bytes");
    equal(await write("/memories/a", 10), { status: "ok" }, "the file with 10 bytes");
    equal(await write("/memories/b", 0), { status: "ok" }, "a second file");
    equal(await write("/memories/c", 0), { status: "ok" }, "a third file");
    equal(await write("/memories/d", 0), { status: "over_budget" }, "a fourth file");
  });

  behaviour("the directories that a write makes count as files of the budget", async ({ storage }) => {
    const budget = { bytes: 10, files: 3 };
    const write = async (path: string): Promise<unknown> => storage.write(path, bytes("x"), { when: "absent", budget });
    equal(await write("/memories/a/b/c/d"), { status: "over_budget" }, "a file below three new directories");
    equal(await write("/memories/a/b/c"), { status: "ok" }, "a file below two new directories");
    equal(await paths(storage), ["/memories/a", "/memories/a/b", "/memories/a/b/c"], "what was made");
  });

  behaviour("over budget comes with the usage before the write", async ({ storage }) => {
    await put(storage, "/memories/d/a", "123456");
    for (const budget of [
      { bytes: 7, files: 9 },
      { bytes: 99, files: 3 },
    ]) {
      const result = await storage.write("/memories/e/b", bytes("12"), { when: "absent", budget });
      equal(result, { status: "over_budget", usage: { files: 2, bytes: 6 } }, "a write beyond the budget");
    }
  });

  behaviour("a write that makes no file longer is done beyond the budget too", async ({ storage }) => {
    await put(storage, "/memories/a", "12345");
    const budget = { bytes: 1, files: 0 };
    const write = async (content: string): Promise<unknown> =>
      storage.write("/memories/a", bytes(content), { when: "any", budget });
    equal(await write("abcde"), { status: "ok" }, "as many bytes");
    equal(await write("abc"), { status: "ok" }, "fewer bytes");
    equal(await write("abcd"), { status: "over_budget" }, "more bytes");
  });

  behaviour("the condition of a write is looked at before the budget", async ({ storage }) => {
    await put(storage, "/memories/d/a", "1");
    const budget = { bytes: 0, files: 0 };
    for (const [path, when, status] of [
      ["/memories/d/a", "absent", "exists"],
      ["/memories/d/a", { version: "another" }, "changed"],
      ["/memories/no", { version: "another" }, "changed"],
      ["/memories/d", "any", "is_directory"],
      ["/memories/d/a/b", "any", "not_a_directory"],
    ] as const) {
      equal(await storage.write(path, bytes("22"), { when, budget }), { status }, `a write of ${path}`);
    }
  });

  behaviour("of many writes at once no more are done than the budget allows", async ({ storage }) => {
    const budget = { bytes: 100, files: 10 };
    // All by one client: what another one writes at the same time a store may count later.
    const results = await Promise.all(
      Array.from({ length: 30 }, async (_, i) =>
        storage.write(`/memories/${i}`, bytes("x"), { when: "absent", budget }),
      ),
    );
    equal([winners(results).length, count(results, "over_budget")], [10, 20], "writes done, and over budget");
    equal(await storage.usage(), { files: 10, bytes: 10 }, "the usage");
  });
}
