import type { DescribeBehaviour } from "../behaviour.js";
import { equal } from "../check.js";
import { paths, put, putAll, text } from "../files.js";

export function removeBehaviours(behaviour: DescribeBehaviour): void {
  behaviour("a removal takes a file and leaves what lies beside it", async ({ storage }) => {
    for (const name of ["a", "aa", "d/a"]) await put(storage, `/memories/${name}`, "x");
    equal(await storage.remove("/memories/a", {}), { status: "ok" }, "a removal");
    equal(await text(storage, "/memories/a"), "(missing)", "a read of the file");
    equal(await paths(storage), ["/memories/aa", "/memories/d", "/memories/d/a"], "what is left");
  });

  behaviour(
    "a removal takes a directory with all that is in it, and nothing that begins with its name",
    async ({ storage }) => {
      for (const name of ["d/x/y", "d/z", "dd", "d-e/x", "e/d"]) await put(storage, `/memories/${name}`, "x");
      equal(await storage.remove("/memories/d", {}), { status: "ok" }, "a removal");
      const left = ["d-e", "d-e/x", "dd", "e", "e/d"];
      equal(
        await paths(storage),
        left.map((name) => `/memories/${name}`),
        "what is left",
      );
      for (const name of ["d", "d/x", "d/x/y", "d/z"]) {
        equal(await storage.stat(`/memories/${name}`), null, `stat of /memories/${name}`);
      }
      await put(storage, "/memories/d/new", "x");
      equal(await paths(storage, "/memories/d"), ["/memories/d/new"], "the directory when it is made again");
    },
  );

  behaviour("a removal answers missing where nothing lies, and below a file", async ({ storage }) => {
    await put(storage, "/memories/a", "x");
    await put(storage, "/memories/d/a", "x");
    await storage.remove("/memories/d", {});
    for (const path of ["/memories/no", "/memories/no/no", "/memories/a/b", "/memories/d", "/memories/d/a"]) {
      equal(await storage.remove(path, {}), { status: "missing" }, `a removal of ${path}`);
    }
  });

  behaviour(
    "a removal with a version takes only the file that has it, and else answers changed",
    async ({ storage }) => {
      const first = await put(storage, "/memories/d/a", "1");
      const second = await put(storage, "/memories/d/a", "2");
      equal(await storage.remove("/memories/d/a", { version: first }), { status: "changed" }, "the version before");
      equal(await storage.remove("/memories/d", { version: second }), { status: "changed" }, "a directory");
      equal(await text(storage, "/memories/d/a"), "2", "the file");
      equal(await storage.remove("/memories/d/a", { version: second }), { status: "ok" }, "the version it has");
      equal(await storage.remove("/memories/d/a", { version: second }), { status: "missing" }, "a file that is gone");
    },
  );

  behaviour("a directory outlives its last file", async ({ storage }) => {
    for (const name of ["d/a", "e/a"]) await put(storage, `/memories/${name}`, "1");
    await storage.remove("/memories/d/a", {});
    await storage.rename("/memories/e/a", "/memories/a", {});
    for (const path of ["/memories/d", "/memories/e"]) {
      equal(await storage.stat(path), { kind: "directory", size: 0 }, `stat of ${path}, whose last file is gone`);
    }
  });

  behaviour("a removal of 5,000 files takes them all", async ({ storage }) => {
    const files = Array.from({ length: 5000 }, (_, i) => `/memories/d/${Math.floor(i / 100)}/${i % 100}`);
    await putAll(storage, files);
    equal(await storage.usage(), { files: 5051, bytes: 0 }, "the usage before");
    equal(await storage.remove("/memories/d", {}), { status: "ok" }, "a removal of the directory");
    equal(await paths(storage), [], "what is left");
    equal(await storage.usage(), { files: 0, bytes: 0 }, "the usage");
  });
}
