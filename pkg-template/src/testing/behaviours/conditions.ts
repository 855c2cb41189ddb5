import { COMPARE_AND_SET, type DescribeBehaviour } from "../behaviour.js";
import { check, equal } from "../check.js";
import { bytes, paths, put, text } from "../files.js";
import { count, race, winners } from "../race.js";

export function conditionBehaviours(behaviour: DescribeBehaviour): void {
  behaviour("a write where nothing may be answers exists where a file or a directory lies", async ({ storage }) => {
    await put(storage, "/memories/d/a", "1", "absent");
    for (const path of ["/memories/d/a", "/memories/d", "/memories"]) {
      equal(await storage.write(path, bytes("2"), { when: "absent" }), { status: "exists" }, `a write of ${path}`);
    }
    equal(await text(storage, "/memories/d/a"), "1", "the file that was there");
  });

  behaviour("a write with a version replaces the file that has it", async ({ storage }) => {
    const first = await put(storage, "/memories/a", "1");
    const second = await put(storage, "/memories/a", "2", { version: first });
    equal(await text(storage, "/memories/a"), "2", "the file");
    const third = await put(storage, "/memories/a", "3", { version: second });
    equal(await storage.stat("/memories/a"), { version: third }, "stat of the file");
  });

  behaviour("a write with a version answers changed where the file has another", async ({ storage }) => {
    const first = await put(storage, "/memories/a", "1");
    await put(storage, "/memories/b", "1");
    const second = await put(storage, "/memories/a", "2", { version: first });
    const stale = await storage.write("/memories/a", bytes("3"), { when: { version: first } });
    equal(stale, { status: "changed" }, "a write with the version before");
    const other = await storage.write("/memories/b", bytes("3"), { when: { version: second } });
    equal(other, { status: "changed" }, "a write with the version of another file");
    equal(await text(storage, "/memories/a"), "2", "the file");
  });

  behaviour(
    "a write with a version answers changed where the file is gone or a directory lies",
    async ({ storage }) => {
      const version = await put(storage, "/memories/d/a", "1");
      const write = async (): Promise<unknown> => storage.write("/memories/d/a", bytes("2"), { when: { version } });
      await storage.remove("/memories/d/a", {});
      equal(await write(), { status: "changed" }, "a write where the file is gone");
      await storage.remove("/memories/d", {});
      equal(await write(), { status: "changed" }, "a write where the directory above is gone too");
      equal(await paths(storage), [], "what the writes made");
      await put(storage, "/memories/d/a/b", "in a directory");
      equal(await write(), { status: "changed" }, "a write where a directory lies");
    },
  );

  behaviour(
    "of many writes at once with one version exactly one is done",
    async (clients) => {
      const { storage } = clients;
      const version = await put(storage, "/memories/a", "start");
      const results = await race(clients, 50, (client, i) =>
        client.write("/memories/a", bytes(`${i}`), { when: { version } }),
      );
      const won = winners(results);
      equal([won.length, count(results, "changed")], [1, 49], "writes that were done, and that answered changed");
      equal(await text(storage, "/memories/a"), `${won[0]}`, "the file afterwards");
    },
    COMPARE_AND_SET,
  );

  behaviour(
    "of many writes at once where nothing may be exactly one is done",
    async (clients) => {
      const results = await race(clients, 50, (client, i) =>
        client.write("/memories/d/a", bytes(`${i}`), { when: "absent" }),
      );
      const won = winners(results);
      equal([won.length, count(results, "exists")], [1, 49], "writes that were done, and that answered exists");
      equal(await text(clients.storage, "/memories/d/a"), `${won[0]}`, "the file afterwards");
    },
    COMPARE_AND_SET,
  );

  behaviour(
    "no edit is lost when many read, change and write with the version they read",
    async (clients) => {
      await put(clients.storage, "/memories/a", "");
      const letters = [..."abcdefghijklmnopqrstuvwxyz"];
      await race(clients, letters.length, async (client, i) => {
        // One of those that begin anew together is done each time, so that nobody does more often than there are edits.
        for (let attempt = 0; attempt < letters.length; attempt++) {
          const read = await client.read("/memories/a", {});
          check(read.status === "ok", `a read of a file answered ${read.status}`);
          const next = bytes(`${new TextDecoder().decode(read.bytes)}${letters[i]}`);
          const { status } = await client.write("/memories/a", next, { when: { version: read.version } });
          if (status === "ok") return;
          equal(status, "changed", "a write with a version that others have replaced");
        }
        check(false, "a write with the version that was just read answered changed though nobody else wrote");
      });
      equal([...(await text(clients.storage, "/memories/a"))].sort(), letters, "the letters that 26 edits added");
    },
    COMPARE_AND_SET,
  );

  behaviour(
    "of a write and a removal at once with one version exactly one is done",
    async (clients) => {
      for (let i = 0; i < 10; i++) {
        const path = `/memories/${i}`;
        const version = await put(clients.storage, path, "start");
        const results = await race(clients, 2, (client, j) =>
          (i + j) % 2 === 0
            ? client.write(path, bytes("written"), { when: { version } })
            : client.remove(path, { version }),
        );
        const won = winners(results);
        equal(won.length, 1, "calls that were done");
        const written = (i + (won[0] ?? 0)) % 2 === 0;
        equal(await text(clients.storage, path), written ? "written" : "(missing)", "the file afterwards");
      }
    },
    COMPARE_AND_SET,
  );
}
