import type { DescribeBehaviour } from "../behaviour.js";
import { equal } from "../check.js";
import { bytes, everything, paths, put, text } from "../files.js";
import { race } from "../race.js";

export function writeBehaviours(behaviour: DescribeBehaviour): void {
  behaviour("a write makes the directories above it", async ({ storage }) => {
    await put(storage, "/memories/a/b/c/d", "x", "absent");
    const made = ["/memories/a", "/memories/a/b", "/memories/a/b/c", "/memories/a/b/c/d"];
    equal(await paths(storage), made, "what a write of /memories/a/b/c/d made");
  });

  behaviour("a write of a part of a larger buffer is not changed with the buffer", async ({ storage }) => {
    const buffer = bytes("xabcx");
    await storage.write("/memories/a", buffer.subarray(1, 4), { when: "absent" });
    buffer.fill(0);
    equal(await text(storage, "/memories/a"), "abc", "the file after a change of the buffer");
  });

  behaviour("a write without a condition makes a file, and replaces whatever file is there", async ({ storage }) => {
    for (const content of ["1", "longer", ""]) {
      await put(storage, "/memories/d/a", content, "any");
      equal(await text(storage, "/memories/d/a"), content, "the file after a write");
    }
  });

  behaviour("a write without a condition answers is a directory where a directory lies", async ({ storage }) => {
    await put(storage, "/memories/d/a", "1");
    for (const path of ["/memories/d", "/memories"]) {
      equal(await storage.write(path, bytes("x"), { when: "any" }), { status: "is_directory" }, `a write of ${path}`);
    }
    equal(await text(storage, "/memories/d/a"), "1", "the file in the directory");
  });

  behaviour(
    "a write answers not a directory, with the path of the file that lies in the place of a directory above",
    async ({ storage }) => {
      const version = await put(storage, "/memories/d/f", "x");
      for (const when of ["absent", "any", { version }] as const) {
        for (const path of ["/memories/d/f/g", "/memories/d/f/g/h"]) {
          const result = await storage.write(path, bytes("y"), { when });
          equal(result, { status: "not_a_directory", path: "/memories/d/f" }, `a write of ${path}`);
        }
      }
    },
  );

  behaviour("a write that is refused leaves everything as it was", async ({ storage }) => {
    const stale = await put(storage, "/memories/d/a", "1");
    await put(storage, "/memories/d/a", "22");
    const before = await everything(storage);
    const budget = { bytes: 3, files: 3 };
    for (const [path, options] of [
      ["/memories/d/a", { when: "absent" }],
      ["/memories/d", { when: "absent" }],
      ["/memories/d", { when: "any" }],
      ["/memories/d/a/b", { when: "any" }],
      ["/memories/d/a", { when: { version: stale } }],
      ["/memories/e/f/a", { when: { version: stale } }],
      ["/memories/d/a", { when: "any", budget }],
      ["/memories/e/f/a", { when: "absent", budget }],
    ] as const) {
      const { status } = await storage.write(path, bytes("refused"), options);
      equal(await everything(storage), before, `the store after a write of ${path} that answered ${status}`);
    }
  });

  behaviour(
    "every write gives the file another version, for the same bytes too, and after a removal",
    async ({ storage }) => {
      const seen = new Set<string>();
      for (let i = 0; i < 60; i++) {
        seen.add(await put(storage, "/memories/a", "same"));
        if (i % 3 === 0) await storage.remove("/memories/a", {});
      }
      equal(seen.size, 60, "versions of 60 writes");
    },
  );

  behaviour("many writes at once below the same new directories are all done", async (clients) => {
    await race(clients, 40, (client, i) => put(client, `/memories/p/q/r/${i}`, `${i}`, "absent"));
    const made = await Promise.all(
      Array.from({ length: 40 }, async (_, i) => text(clients.storage, `/memories/p/q/r/${i}`)),
    );
    equal(
      made,
      Array.from({ length: 40 }, (_, i) => `${i}`),
      "the files that 40 writes at once made",
    );
  });

  behaviour("a write is done though the directory above it is removed meanwhile", async (clients) => {
    const { storage } = clients;
    await race(clients, 40, async (client, i) => {
      if (i % 4 < 2) await put(client, `/memories/p/q/${i}`, "x", "absent");
      else await client.remove("/memories/p", {});
    });
    await put(storage, "/memories/p/q/last", "x", "absent");
    equal(await text(storage, "/memories/p/q/last"), "x", "a file that was written after all of them");
  });

  behaviour("a file may lie where a directory was, and a directory where a file was", async ({ storage }) => {
    await put(storage, "/memories/a/b", "1");
    await storage.remove("/memories/a", {});
    await put(storage, "/memories/a", "2", "absent");
    equal(await text(storage, "/memories/a"), "2", "a file where a directory was");
    await storage.remove("/memories/a", {});
    await put(storage, "/memories/a/b", "3", "absent");
    equal(await paths(storage), ["/memories/a", "/memories/a/b"], "a directory where a file was");
    equal(await text(storage, "/memories/a/b"), "3", "the file in it");
  });
}
