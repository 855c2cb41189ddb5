import { COMPARE_AND_SET, type DescribeBehaviour } from "../behaviour.js";
import { equal } from "../check.js";
import { bytes, everything, paths, put, text } from "../files.js";
import { count, race, winners } from "../race.js";

export function renameBehaviours(behaviour: DescribeBehaviour): void {
  behaviour("a rename moves a file, and makes the directories above its new name", async ({ storage }) => {
    const version = await put(storage, "/memories/a", "x");
    equal(await storage.rename("/memories/a", "/memories/p/q/b", {}), { status: "ok" }, "a rename");
    equal(await paths(storage), ["/memories/p", "/memories/p/q", "/memories/p/q/b"], "what is there afterwards");
    equal(await text(storage, "/memories/p/q/b"), "x", "the file under its new name");
    equal(await storage.read("/memories/a", { version }), { status: "missing" }, "the file under its old name");
  });

  behaviour(
    "a rename moves a directory with all that is in it, and nothing that begins with its name",
    async ({ storage }) => {
      for (const name of ["d/x/y", "d/z", "d/empty/x", "dd", "d-e/x"]) await put(storage, `/memories/${name}`, name);
      await storage.remove("/memories/d/empty/x", {});
      equal(await storage.rename("/memories/d", "/memories/n/m", {}), { status: "ok" }, "a rename");
      const wanted = ["d-e", "d-e/x", "dd", "n", "n/m", "n/m/empty", "n/m/x", "n/m/x/y", "n/m/z"];
      equal(
        await paths(storage),
        wanted.map((name) => `/memories/${name}`),
        "what is there afterwards",
      );
      equal(await text(storage, "/memories/n/m/x/y"), "d/x/y", "a file that was moved along");
    },
  );

  behaviour("a rename never overwrites: it answers exists where a file or a directory lies", async ({ storage }) => {
    for (const name of ["a", "b", "d/x", "e/x", "empty/x"]) await put(storage, `/memories/${name}`, name);
    await storage.remove("/memories/empty/x", {});
    const before = await everything(storage);
    for (const from of ["a", "d"]) {
      for (const to of ["b", "e", "empty", from]) {
        const result = await storage.rename(`/memories/${from}`, `/memories/${to}`, {});
        equal(result, { status: "exists" }, `a rename of ${from} to ${to}`);
      }
      const result = await storage.rename(`/memories/${from}`, "/memories", {});
      equal(result, { status: "exists" }, `a rename of ${from} to the root`);
    }
    equal(await everything(storage), before, "what is there afterwards");
  });

  behaviour(
    "a rename looks at its source, then at its destination, then at what lies above that",
    async ({ storage }) => {
      for (const name of ["a", "f"]) await put(storage, `/memories/${name}`, name);
      const budget = { bytes: 0, files: 0 };
      const before = await everything(storage);
      for (const [from, to, result] of [
        ["no", "f", { status: "missing" }],
        ["no", "f/x", { status: "missing" }],
        ["a/x", "b", { status: "missing" }],
        ["a", "f", { status: "exists" }],
        ["a", "f/x", { status: "not_a_directory", path: "/memories/f" }],
        ["a", "f/x/y", { status: "not_a_directory", path: "/memories/f" }],
        ["a", "n/x", { status: "over_budget" }],
      ] as const) {
        const got = await storage.rename(`/memories/${from}`, `/memories/${to}`, { budget });
        equal(got, result, `a rename of ${from} to ${to}`);
      }
      equal(await everything(storage), before, "what is there afterwards");
    },
  );

  behaviour("a rename is over budget only by the directories it makes", async ({ storage }) => {
    await put(storage, "/memories/a", "1");
    const budget = { bytes: 0, files: 1 };
    equal(await storage.rename("/memories/a", "/memories/b", { budget }), { status: "ok" }, "a rename beside it");
    const result = await storage.rename("/memories/b", "/memories/d/b", { budget });
    equal(result, { status: "over_budget", usage: { files: 1, bytes: 1 } }, "a rename that makes a directory");
    equal(await paths(storage), ["/memories/b"], "what is there afterwards");
    const more = { bytes: 0, files: 2 };
    equal(await storage.rename("/memories/b", "/memories/d/b", { budget: more }), { status: "ok" }, "with room for it");
  });

  behaviour(
    "of many renames at once to one name exactly one is done",
    async (clients) => {
      const { storage } = clients;
      for (let i = 0; i < 30; i++) await put(storage, `/memories/s/${i}`, `${i}`);
      const results = await race(clients, 30, (client, i) => client.rename(`/memories/s/${i}`, "/memories/t/x", {}));
      const won = winners(results);
      equal([won.length, count(results, "exists")], [1, 29], "renames that were done, and that answered exists");
      equal(await text(storage, "/memories/t/x"), `${won[0]}`, "the file that was moved");
      equal((await paths(storage, "/memories/s")).length, 29, "files that stayed");
    },
    COMPARE_AND_SET,
  );

  behaviour(
    "of many renames at once of one file exactly one is done",
    async (clients) => {
      const { storage } = clients;
      await put(storage, "/memories/a", "x");
      const results = await race(clients, 30, (client, i) => client.rename("/memories/a", `/memories/t/${i}`, {}));
      const won = winners(results);
      equal([won.length, count(results, "missing")], [1, 29], "renames that were done, and that answered missing");
      equal(await paths(storage, "/memories/t"), [`/memories/t/${won[0]}`], "what is there afterwards");
    },
    COMPARE_AND_SET,
  );

  behaviour(
    "of a rename and a write at once to one name exactly one is done",
    async (clients) => {
      const { storage } = clients;
      for (let i = 0; i < 10; i++) {
        const [from, to] = [`/memories/${i}`, `/memories/t/${i}`];
        await put(storage, from, "moved");
        const results = await race(clients, 2, (client, j) =>
          (i + j) % 2 === 0 ? client.rename(from, to, {}) : client.write(to, bytes("written"), { when: "absent" }),
        );
        const won = winners(results);
        equal([won.length, count(results, "exists")], [1, 1], "calls that were done, and that answered exists");
        const moved = (i + (won[0] ?? 0)) % 2 === 0;
        equal(await text(storage, to), moved ? "moved" : "written", "the file afterwards");
        equal(await text(storage, from), moved ? "(missing)" : "moved", "the file under its old name");
      }
    },
    COMPARE_AND_SET,
  );
}
