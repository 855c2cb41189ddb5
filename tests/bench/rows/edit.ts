import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { MemoryCommand, MemoryResult } from "memory-tool";
import { put, replaceFile } from "../disk.js";
import { aboveFloor, ahead, type Contest, type Goal, type Row } from "../row.js";
import { type Execute, ours, sdk, UNCUT } from "../sides.js";
import { linesOf, numbered, prose, withLine } from "../texts.js";
import { timed, type Work } from "../timed.js";

const PATH = "/memories/notes.md";
const OPEN = "status: open";
const DONE = "status: done";

const SIZES = [
  { size: "1 KB", bytes: 1e3, batch: 10, goals: [ahead(2), aboveFloor(1.35)] },
  { size: "100 KB", bytes: 100e3, batch: 5, goals: [ahead(2), aboveFloor(1.35)] },
  { size: "1 MB", bytes: 1e6, batch: 2, goals: [] },
  { size: "10 MB", bytes: 10e6, batch: 1, goals: [ahead(4), aboveFloor(1.35)] },
];

/** Sizes for those that only read. */
const NOT_FOUND = [
  { size: "1 KB", bytes: 1e3, batch: 100 },
  { size: "100 KB", bytes: 100e3, batch: 50 },
  { size: "10 MB", bytes: 10e6, batch: 1 },
];

interface Edit {
  place: string;
  /** The file before each timing. */
  before: string;
  batch: number;
  command(call: number): MemoryCommand;
  /** The answer to the first call, and the file after it. */
  answer: string;
  after: string;
}

async function contest({ place, before, batch, command, answer, after }: Edit): Promise<Contest> {
  const written = before !== after;
  const [ourPlace, theirPlace] = [join(place, "ours"), join(place, "sdk")];
  const floorFile = join(place, "floor", PATH);
  const bytes = Buffer.from(after);
  const side = (where: string, execute: Execute): Work => {
    const file = join(where, PATH);
    put(file, before);
    return {
      ...(written && { reset: () => put(file, before) }),
      run: (call) => execute(command(call)),
      check(result) {
        const { content, is_error } = result as MemoryResult;
        assert.equal(content, answer);
        // Our answers to edits that find nothing are errors, and so are the SDK's, which throws them.
        assert.equal(is_error, !written);
        assert.equal(readFileSync(file, "utf8"), after);
      },
    };
  };
  put(floorFile, before);
  return {
    ours: timed(batch, side(ourPlace, ours(ourPlace, UNCUT))),
    peer: timed(batch, side(theirPlace, await sdk(theirPlace))),
    floor: timed(batch, { run: () => (written ? replaceFile(floorFile, bytes) : readFileSync(floorFile)) }),
  };
}

function replace(name: string, bytes: number, batch: number, goals: Goal[]): Row {
  return {
    name,
    goals,
    prepare(place) {
      const { text, line } = withStatus(bytes);
      const after = withLine(text, line, DONE);
      return contest({
        place,
        before: text,
        batch,
        // To and fro, so that every call of a batch finds its text.
        command: (call) => {
          const [old_str, new_str] = call % 2 === 0 ? [OPEN, DONE] : [DONE, OPEN];
          return { command: "str_replace", path: PATH, old_str, new_str };
        },
        answer:
          "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n" +
          numbered(after, line - 2, line + 2),
        after,
      });
    },
  };
}

function insert(name: string, bytes: number, batch: number, goals: Goal[]): Row {
  return {
    name,
    goals,
    prepare(place) {
      const { text, line } = withStatus(bytes);
      return contest({
        place,
        before: text,
        batch,
        command: () => ({ command: "insert", path: PATH, insert_line: line, insert_text: "since: Monday\n" }),
        answer: `The file ${PATH} has been edited.`,
        after: withLine(text, line, `${OPEN}\nsince: Monday`),
      });
    },
  };
}

function notFound(name: string, bytes: number, batch: number, goals: Goal[]): Row {
  return {
    name,
    goals,
    prepare(place) {
      const { text } = withStatus(bytes);
      return contest({
        place,
        before: text,
        batch,
        command: () => ({ command: "str_replace", path: PATH, old_str: DONE, new_str: OPEN }),
        answer: `No replacement was performed, old_str \`${DONE}\` did not appear verbatim in ${PATH}.`,
        after: text,
      });
    },
  };
}

const severalHits: Row = {
  name: "str_replace with 3 hits in 100 KB",
  prepare(place) {
    const { text, line } = withStatus(100e3);
    const before = withLine(withLine(text, 10, OPEN), line + 100, OPEN);
    return contest({
      place,
      before,
      batch: 20,
      command: () => ({ command: "str_replace", path: PATH, old_str: OPEN, new_str: DONE }),
      answer: `No replacement was performed. Multiple occurrences of old_str \`${OPEN}\` in lines: 10, ${line}, ${line + 100}. Please ensure it is unique`,
      after: before,
    });
  },
};

/** About `bytes` of text, whose line in the middle is `OPEN`. */
function withStatus(bytes: number): { text: string; line: number } {
  const text = prose(bytes);
  const line = Math.ceil(linesOf(text).length / 2);
  return { text: withLine(text, line, OPEN), line };
}

export const edits: readonly Row[] = [
  ...SIZES.map(({ size, bytes, batch, goals }) => replace(`str_replace in ${size}`, bytes, batch, goals)),
  ...SIZES.map(({ size, bytes, batch, goals }) => insert(`insert in ${size}`, bytes, batch, goals)),
  ...NOT_FOUND.map(({ size, bytes, batch }) =>
    notFound(`str_replace, not found in ${size}`, bytes, batch, [ahead(15)]),
  ),
  severalHits,
];
