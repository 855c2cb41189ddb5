import assert from "node:assert/strict";
import { join } from "node:path";
import { put } from "../disk.js";
import { type Program, start } from "../processes.js";
import { atMost, type Row, type Side } from "../row.js";
import { linesOf, numbered, prose, viewHeader } from "../texts.js";

const SMALL = { command: "view", path: "/memories/small.md" } as const;
const LARGE = { command: "view", path: "/memories/large.md" } as const;

/** The length of the answer; the SDK's tool shows what is after the final newline as a line more. */
function lengthOf(program: Program, path: string, text: string, [first, last] = [1, Infinity]): number {
  const more = program === "sdk" && last === Infinity ? "\n".length + 6 + "\t".length : 0;
  return (viewHeader(path) + numbered(text, first, last)).length + more;
}

function firstCommand(place: string, program: Program, text: string): Side {
  const task = { place, commands: [SMALL] };
  return {
    check: () => assert.deepEqual(start(program, task).lengths, [lengthOf(program, SMALL.path, text)]),
    sample: () => start(program, task).ms - start("bare", task).ms,
  };
}

export const processes: readonly Row[] = [
  {
    name: "first command of a fresh process, above bare Node",
    goals: [atMost(10)],
    prepare(place) {
      const text = prose(1e3);
      put(join(place, SMALL.path), text);
      return { ours: firstCommand(place, "ours", text), peer: firstCommand(place, "sdk", text) };
    },
  },
];

interface Large {
  place: string;
  small: string;
  large: string;
  range?: [number, number];
}

function peak({ place, small, large, range }: Large, program: Program): Side {
  const base = { place, commands: [SMALL] };
  const task = { place, commands: [SMALL, { ...LARGE, ...(range && { view_range: range }) }] };
  const lengths = [lengthOf(program, SMALL.path, small), lengthOf(program, LARGE.path, large, range)];
  return {
    check: () => assert.deepEqual(start(program, task).lengths, lengths),
    sample: () => start(program, task).peakMb - start(program, base).peakMb,
  };
}

function memory(name: string, most: number, rangeOf?: (lines: number) => [number, number]): Row {
  return {
    name,
    unit: "MB",
    goals: [atMost(most)],
    prepare(place) {
      const [small, large] = [prose(1e3), prose(10e6)];
      put(join(place, SMALL.path), small);
      put(join(place, LARGE.path), large);
      const range = rangeOf?.(linesOf(large).length);
      const both = { place, small, large, ...(range && { range }) };
      return { ours: peak(both, "ours"), peer: peak(both, "sdk") };
    },
  };
}

export const memories: readonly Row[] = [
  memory("peak memory of a view of 10 MB, above a view of 1 KB", 45),
  memory("peak memory of 100 lines in the middle of 10 MB, above a view of 1 KB", 2, (lines) => {
    const first = Math.floor(lines / 2);
    return [first, first + 99];
  }),
];
