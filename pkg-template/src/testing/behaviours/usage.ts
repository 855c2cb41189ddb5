import type { DescribeBehaviour } from "../behaviour.js";
import { equal } from "../check.js";
import { put } from "../files.js";

export function usageBehaviours(behaviour: DescribeBehaviour): void {
  behaviour("usage counts files and directories, and the bytes of files, through every change", async ({ storage }) => {
    const usage = async (files: number, bytes: number, after: string): Promise<void> =>
      equal(await storage.usage(), { files, bytes }, `the usage after ${after}`);
    await usage(0, 0, "nothing");
    await put(storage, "/memories/d/e/a", "12345");
    await usage(3, 5, "a write below two directories");
    await put(storage, "/memories/d/e/a", "12");
    await usage(3, 2, "a write that makes the file shorter");
    await put(storage, "/memories/b", "123");
    await storage.rename("/memories/b", "/memories/f/b", {});
    await usage(5, 5, "a rename into a new directory");
    await storage.rename("/memories/d", "/memories/g", {});
    await usage(5, 5, "a rename of a directory");
    await storage.remove("/memories/g", {});
    await usage(2, 3, "a removal of a directory");
    await storage.remove("/memories/f/b", {});
    await usage(1, 0, "a removal of the last file");
  });

  behaviour("usage counts what another client has changed", async ({ storage, second }) => {
    await put(storage, "/memories/a", "12");
    equal(await storage.usage(), { files: 1, bytes: 2 }, "the usage at first");
    await put(second, "/memories/d/b", "123");
    equal(await storage.usage(), { files: 3, bytes: 5 }, "the usage after another client's write");
    await second.remove("/memories/a", {});
    equal(await storage.usage(), { files: 2, bytes: 3 }, "the usage after another client's removal");
  });
}
