import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { MemoryCommand, MemoryLimits } from "memory-tool";
import { textOf } from "../answer.js";
import { put } from "../disk.js";
import { ahead, type Contest, type Goal, type Row } from "../row.js";
import { ours, sdk, UNCUT } from "../sides.js";
import { cjk, linesOf, numbered, prose, viewHeader } from "../texts.js";
import { timed } from "../timed.js";

const PATH = "/memories/notes.md";

interface View {
  place: string;
  text: string;
  range?: [number, number];
  limits?: MemoryLimits;
  batch?: number;
  /** Throws unless this is what we have to show. */
  check(content: string): void;
}

async function contest({ place, text, range, limits = {}, batch = 1, check }: View): Promise<Contest> {
  const file = join(place, PATH);
  put(file, text);
  const command: MemoryCommand = { command: "view", path: PATH, ...(range && { view_range: range }) };
  const [we, they] = [ours(place, limits), await sdk(place)];
  return {
    ours: timed(batch, { run: () => we(command), check: (result) => check(textOf(result)) }),
    peer: timed(batch, {
      run: () => they(command),
      check: (result) => {
        // The SDK's tool shows what is after the final newline as one more line, which is empty.
        const one = linesOf(text).length + 1;
        const whole = range ? numbered(text, ...range) : `${numbered(text)}\n${String(one).padStart(6)}\t`;
        assert.equal(textOf(result), viewHeader(PATH) + whole);
      },
    }),
    floor: timed(batch, { run: () => readFileSync(file) }),
  };
}

function whole(name: string, fileText: () => string, batch: number, goals: Goal[]): Row {
  return {
    name,
    goals,
    prepare(place) {
      const text = fileText();
      const check = (content: string) => assert.equal(content, viewHeader(PATH) + numbered(text));
      return contest({ place, text, limits: UNCUT, batch, check });
    },
  };
}

function range(name: string, rangeOf: (lines: number) => [number, number], least: number): Row {
  return {
    name,
    goals: [ahead(least)],
    prepare(place) {
      const text = prose(10e6);
      const range = rangeOf(linesOf(text).length);
      const check = (content: string) => assert.equal(content, viewHeader(PATH) + numbered(text, ...range));
      return contest({ place, text, range, check });
    },
  };
}

const cut: Row = {
  name: "view 10 MB, cut to 16,000 characters",
  goals: [ahead(12)],
  prepare(place) {
    const text = prose(10e6);
    const check = (content: string) => {
      const shown = Number(/^\[Lines 1 to (\d+) of /mu.exec(content)?.[1]);
      assert.ok(content.startsWith(`${viewHeader(PATH)}${numbered(text, 1, shown)}\n[`));
      assert.ok(numbered(text, 1, shown).length <= 16_000 && numbered(text, 1, shown + 1).length > 16_000);
    };
    return contest({ place, text, limits: { fileBytes: Infinity }, check });
  },
};

export const views: readonly Row[] = [
  whole("view 1 KB", () => prose(1e3), 100, [ahead(18)]),
  whole("view 100 KB", () => prose(100e3), 20, [ahead(12)]),
  whole("view 1 MB", () => prose(1e6), 1, []),
  whole("view 10 MB", () => prose(10e6), 1, [ahead(10)]),
  whole("view 10 MB of CJK", () => cjk(10e6), 1, [ahead(7)]),
  cut,
  range("view the first 100 lines of 10 MB", () => [1, 100], 12),
  range(
    "view 100 lines in the middle of 10 MB",
    (lines) => [lines / 2 - 50, lines / 2 + 49].map(Math.floor) as [number, number],
    15,
  ),
  range("view the last 100 lines of 10 MB", (lines) => [lines - 99, lines], 10),
];
