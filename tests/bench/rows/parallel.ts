import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { MemoryCommand, MemoryResult } from "memory-tool";
import { inMemory } from "memory-tool/storage/memory";
import { textOf } from "../answer.js";
import { empty, fileName, put, replaceFile, replaceFileAsync, syncDirectory } from "../disk.js";
import { aboveFloor, ahead, type Row } from "../row.js";
import { type Execute, ours, over, sdk } from "../sides.js";
import { slow } from "../slow-store.js";
import { prose } from "../texts.js";
import { timed, type Work } from "../timed.js";

const COUNT = 100;
const CALLS = Array.from({ length: COUNT }, (_, i) => i);
const NOTE = `${prose(1e3)}status: open\n`;
const NOTE_AFTER = NOTE.replace("open", "done");

const editOf = (path: string, i: number | ""): MemoryCommand => ({
  command: "str_replace",
  path,
  old_str: `status${i}: open`,
  new_str: `status${i}: done`,
});

const editManyFiles = (execute: Execute): Promise<MemoryResult[]> =>
  Promise.all(CALLS.map((i) => execute(editOf(`/memories/${fileName(i)}`, ""))));

function manyFiles(place: string, run: () => unknown): Work {
  const root = join(place, "memories");
  return {
    reset() {
      empty(root);
      for (const i of CALLS) put(join(root, fileName(i)), NOTE);
      syncDirectory(root);
    },
    run,
    check() {
      for (const i of CALLS) assert.equal(readFileSync(join(root, fileName(i)), "utf8"), NOTE_AFTER);
    },
  };
}

const SHARED = "/memories/shared.md";
/** A line for each of the edits, each of which has its number. */
const SHARED_TEXT = CALLS.map((i) => `status${i}: open\n`).join("");

const editOneFile = (execute: Execute): Promise<MemoryResult[]> =>
  Promise.all(CALLS.map((i) => execute(editOf(SHARED, i))));

const keptIn = (place: string): number => readFileSync(join(place, SHARED), "utf8").split("done").length - 1;

/** `least`: how many of the edits have to be in the file in the end. */
function oneFile(place: string, least: number, run: () => unknown): Work {
  return {
    reset() {
      empty(join(place, "memories"));
      put(join(place, SHARED), SHARED_TEXT);
    },
    run,
    check: () => assert.ok(keptIn(place) >= least, `${keptIn(place)} of ${COUNT} edits were kept`),
  };
}

const SLOWNESS_MS = 10;

export const parallel: readonly Row[] = [
  {
    name: "100 edits of 100 files at the same time",
    goals: [ahead(1.5)],
    async prepare(place) {
      const [a, b, c] = [join(place, "ours"), join(place, "sdk"), join(place, "floor")];
      const [we, they] = [ours(a), await sdk(b)];
      const bare = () => Promise.all(CALLS.map((i) => replaceFileAsync(join(c, "memories", fileName(i)), NOTE_AFTER)));
      return {
        ours: timed(
          1,
          manyFiles(a, () => editManyFiles(we)),
        ),
        peer: timed(
          1,
          manyFiles(b, () => editManyFiles(they)),
        ),
        floor: timed(1, manyFiles(c, bare)),
      };
    },
  },
  {
    name: "100 edits of one file at the same time",
    goals: [ahead(25)],
    async prepare(place) {
      const [a, b, c] = [join(place, "ours"), join(place, "sdk"), join(place, "floor")];
      const [we, they] = [ours(a), await sdk(b)];
      return {
        ours: timed(
          1,
          oneFile(a, COUNT, () => editOneFile(we)),
        ),
        peer: timed(
          1,
          oneFile(b, 1, () => editOneFile(they)),
        ),
        // One write can hold all of them.
        floor: timed(
          1,
          oneFile(c, COUNT, () => replaceFile(join(c, SHARED), SHARED_TEXT.replaceAll("open", "done"))),
        ),
        note: () => `of the ${COUNT} edits, ${keptIn(a)} are in our file and ${keptIn(b)} in the SDK's`,
      };
    },
  },
];

/** `run` on a slow store of its own each time, in which the files are as they were. */
function onSlowStore(run: (execute: Execute) => Promise<MemoryResult[]>): Work {
  let execute: Execute | null = null;
  return {
    async reset() {
      const storage = inMemory();
      for (const i of CALLS) await storage.write(`/memories/${fileName(i)}`, encoder.encode(NOTE), { when: "absent" });
      execute = over(slow(storage, SLOWNESS_MS));
    },
    run: () => execute && run(execute),
    check(results) {
      for (const result of results as MemoryResult[]) assert.match(textOf(result), /^The memory file has been edited/u);
    },
  };
}

const encoder = new TextEncoder();

/** Ours alone: where each call to the store takes its time, edits of different files must not wait for each other. */
export const overlapping: readonly Row[] = [
  {
    name: `100 edits of 100 files at the same time, a store that takes ${SLOWNESS_MS} ms for a call; baseline: one edit`,
    goals: [aboveFloor(10)],
    prepare: () => ({
      ours: timed(1, onSlowStore(editManyFiles)),
      floor: timed(
        1,
        onSlowStore(async (execute) => [await execute(editOf(`/memories/${fileName(0)}`, ""))]),
      ),
    }),
  },
];
