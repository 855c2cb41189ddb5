import assert from "node:assert/strict";
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { MemoryLimits } from "memory-tool";
import { textOf } from "../answer.js";
import { fileName, putMany } from "../disk.js";
import { aboveFloor, ahead, type Contest, type Goal, type Row } from "../row.js";
import { type Execute, ours, sdk, UNCUT } from "../sides.js";
import { timed, type Work } from "../timed.js";

const CONTENT = "Prefers email.\n";
const ROOT = "/memories";

/** An entry of a listing: its size and its path. The SDK's tool tells what a directory's entry takes on the disk. */
const line = (size: string, path: string): string => `${size}\t${path}`;
const file = (path: string): string => line(`${CONTENT.length}B`, path);

function listing(execute: Execute, check: (lines: string[]) => void): Work {
  return {
    run: () => execute({ command: "view", path: ROOT }),
    check(result) {
      const [header, , ...lines] = textOf(result).split("\n");
      assert.equal(
        header,
        `Here're the files and directories up to 2 levels deep in ${ROOT}, excluding hidden items and node_modules:`,
      );
      check(lines);
    },
  };
}

async function flatContest(place: string, count: number, limits: MemoryLimits): Promise<Contest> {
  const directory = join(place, ROOT);
  putMany(directory, count, CONTENT);
  const all = Array.from({ length: count }, (_, i) => file(`${ROOT}/${fileName(i)}`));
  const batch = Math.max(1, 200 / count);
  const cut = (lines: string[]) => {
    const notice = lines.pop() ?? "";
    assert.ok(
      notice.startsWith(`[Entries 1 to ${lines.length} of ${count} are shown and ${count - lines.length} left`),
    );
    assert.deepEqual(lines, all.slice(0, lines.length));
  };
  const whole = (lines: string[]) => assert.deepEqual(lines, all);
  return {
    ours: timed(batch, listing(ours(place, limits), limits === UNCUT ? whole : cut)),
    peer: timed(batch, listing(await sdk(place), whole)),
    floor: timed(batch, { run: () => lookAtAll(directory) }),
  };
}

/** What a listing of names and sizes needs. */
function lookAtAll(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) lstatSync(join(directory, entry.name));
}

function flat(count: number, goals: Goal[], row: Partial<Row> = {}, limits = UNCUT): Row {
  const name = `list ${count.toLocaleString("en")} files`;
  return { name, goals, ...row, prepare: (place) => flatContest(place, count, limits) };
}

const ACROSS = 10;

/** Ten directories with ten each, and in these the files, which a listing of two levels must not look at. */
function putBelowSecondLevel(place: string, count: number): void {
  for (let i = 0; i < ACROSS * ACROSS; i += 1) {
    putMany(join(place, ROOT, `area-${Math.floor(i / ACROSS)}`, `topic-${i % ACROSS}`), count / ACROSS ** 2, CONTENT);
  }
}

function checkTwoLevels(lines: string[]): void {
  const across = Array.from({ length: ACROSS }, (_, i) => i);
  assert.deepEqual(
    lines.map((line) => line.split("\t")[1]),
    across.flatMap((i) => [`${ROOT}/area-${i}/`, ...across.map((j) => `${ROOT}/area-${i}/topic-${j}/`)]),
  );
}

async function belowContest(place: string, count: number): Promise<Contest> {
  putBelowSecondLevel(place, count);
  const top = join(place, ROOT);
  return {
    ours: timed(1, listing(ours(place, UNCUT), checkTwoLevels)),
    peer: timed(1, listing(await sdk(place), checkTwoLevels)),
    floor: timed(1, {
      run: () => readdirSync(top).map((name) => readdirSync(join(top, name), { withFileTypes: true })),
    }),
  };
}

function below(count: number, row: Partial<Row> = {}): Row {
  const name = `list 110 directories, ${count.toLocaleString("en")} files below the second level`;
  return { name, goals: [ahead(30)], ...row, prepare: (place) => belowContest(place, count) };
}

export const lists: readonly Row[] = [
  flat(10, [ahead(15)]),
  flat(1_000, [ahead(25)]),
  flat(10_000, [ahead(25)]),
  flat(10_000, [ahead(25)], { name: "list 10,000 files, cut to 16,000 characters" }, {}),
  flat(100_000, [ahead(25)], { large: true }),
  below(10_000),
  below(100_000, { large: true }),
];

/** Ours alone: hidden files must cost nothing, however many there are. */
function hidden(more: number, row: Partial<Row> = {}): Row {
  return {
    name: `list two levels with ${more.toLocaleString("en")} files below them; baseline: with 1,000`,
    goals: [aboveFloor(1.2)],
    ...row,
    prepare(place) {
      const [few, many] = [join(place, "few"), join(place, "many")];
      putBelowSecondLevel(few, 1_000);
      putBelowSecondLevel(many, more);
      return {
        ours: timed(5, listing(ours(many, UNCUT), checkTwoLevels)),
        floor: timed(5, listing(ours(few, UNCUT), checkTwoLevels)),
      };
    },
  };
}

export const growth: readonly Row[] = [hidden(10_000), hidden(100_000, { large: true })];
