import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, renameSync, rmdirSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import type { MemoryCommand } from "memory-tool";
import { createFile, empty, put, putMany, syncDirectory } from "../disk.js";
import { ahead, type Contest, type Goal, type Row } from "../row.js";
import { ours, sdk } from "../sides.js";
import { prose } from "../texts.js";
import { timed, type Work } from "../timed.js";

const BATCH = 20;
const TEXT = prose(1e3);

interface Change {
  batch?: number;
  /** Lays out the files of a timing in a root that is empty. */
  layOut(root: string): void;
  command(call: number): MemoryCommand;
  answer: string;
  /** Throws unless the root is as it should be after the first call. */
  check(root: string): void;
  /** The bare calls for the same. */
  bare(root: string, call: number): void;
}

async function contest(
  place: string,
  { batch = BATCH, layOut, command, answer, check, bare }: Change,
): Promise<Contest> {
  const side = (name: string, run: (call: number) => unknown): Work => {
    const root = join(place, name, "memories");
    return {
      reset() {
        empty(root);
        layOut(root);
        syncDirectory(root);
      },
      run,
      check(result) {
        if (name !== "floor") assert.deepEqual(result, { content: answer, is_error: false });
        check(root);
      },
    };
  };
  const [we, they] = [ours(join(place, "ours")), await sdk(join(place, "sdk"))];
  return {
    ours: timed(
      batch,
      side("ours", (call) => we(command(call))),
    ),
    peer: timed(
      batch,
      side("sdk", (call) => they(command(call))),
    ),
    floor: timed(
      batch,
      side("floor", (call) => bare(join(place, "floor", "memories"), call)),
    ),
  };
}

function layOutBatch(root: string): void {
  for (let call = 0; call < BATCH; call += 1) put(join(root, `old-${call}.md`), TEXT);
}

const row = (name: string, goals: Goal[], change: Change): Row => ({
  name,
  goals,
  prepare: (place) => contest(place, change),
});

export const changes: readonly Row[] = [
  row("create 1 KB", [ahead(2)], {
    layOut: () => undefined,
    command: (call) => ({ command: "create", path: `/memories/new-${call}.md`, file_text: TEXT }),
    answer: "File created successfully at: /memories/new-0.md",
    check: (root) => assert.equal(readFileSync(join(root, "new-0.md"), "utf8"), TEXT),
    bare: (root, call) => createFile(join(root, `new-${call}.md`), TEXT),
  }),
  row("rename 1 KB", [ahead(14)], {
    layOut: layOutBatch,
    command: (call) => ({
      command: "rename",
      old_path: `/memories/old-${call}.md`,
      new_path: `/memories/new-${call}.md`,
    }),
    answer: "Successfully renamed /memories/old-0.md to /memories/new-0.md",
    check(root) {
      assert.equal(readFileSync(join(root, "new-0.md"), "utf8"), TEXT);
      assert.equal(existsSync(join(root, "old-0.md")), false);
    },
    bare: (root, call) => renameSync(join(root, `old-${call}.md`), join(root, `new-${call}.md`)),
  }),
  row("delete 1 KB", [ahead(12)], {
    layOut: layOutBatch,
    command: (call) => ({ command: "delete", path: `/memories/old-${call}.md` }),
    answer: "Successfully deleted /memories/old-0.md",
    check: (root) => assert.equal(readdirSync(root).length, BATCH - 1),
    bare: (root, call) => unlinkSync(join(root, `old-${call}.md`)),
  }),
  row("delete a directory of 1,000 files", [ahead(1.2)], {
    batch: 1,
    layOut: (root) => putMany(join(root, "old"), 1_000, TEXT),
    command: () => ({ command: "delete", path: "/memories/old" }),
    answer: "Successfully deleted /memories/old",
    check: (root) => assert.deepEqual(readdirSync(root), []),
    bare(root) {
      const directory = join(root, "old");
      for (const name of readdirSync(directory)) unlinkSync(join(directory, name));
      rmdirSync(directory);
    },
  }),
];
