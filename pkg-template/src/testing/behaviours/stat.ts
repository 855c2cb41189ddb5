import type { DescribeBehaviour } from "../behaviour.js";
import { check, equal } from "../check.js";
import { paths, put, text } from "../files.js";

export function statBehaviours(behaviour: DescribeBehaviour): void {
  behaviour("stat finds a directory at the root of a new store", async ({ storage }) => {
    equal(await storage.stat("/memories"), { kind: "directory", size: 0 }, "stat of the root");
  });

  behaviour("stat finds nothing where nothing lies, nor below a file", async ({ storage }) => {
    await put(storage, "/memories/a", "x");
    for (const path of ["/memories/b", "/memories/b/c", "/memories/a/b", "/memories/aa"]) {
      equal(await storage.stat(path), null, `stat of ${path}`);
    }
  });

  behaviour("stat of a file tells its kind, its size and the version of its last write", async ({ storage }) => {
    await put(storage, "/memories/d/a", "1");
    const version = await put(storage, "/memories/d/a", "four");
    const stat = await storage.stat("/memories/d/a");
    equal(stat, { kind: "file", size: 4, version }, "stat of a file");
    check(
      typeof stat?.modified === "number" && Number.isFinite(stat.modified),
      "the time of the last change is a number of milliseconds",
    );
  });

  behaviour("stat of a directory tells its kind and the size 0", async ({ storage }) => {
    await put(storage, "/memories/d/e/a", "four");
    for (const path of ["/memories", "/memories/d", "/memories/d/e"]) {
      equal(await storage.stat(path), { kind: "directory", size: 0 }, `stat of ${path}`);
    }
  });

  behaviour("looking at a file leaves its version as it is", async ({ storage }) => {
    const version = await put(storage, "/memories/a", "1");
    await text(storage, "/memories/a");
    await paths(storage);
    await storage.usage();
    await storage.stat("/memories/a");
    equal(await storage.stat("/memories/a"), { version }, "stat after every kind of looking");
  });
}
