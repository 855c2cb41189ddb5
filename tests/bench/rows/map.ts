import assert from "node:assert/strict";
import type { MemoryCommand } from "memory-tool";
import { inMemory } from "memory-tool/storage/memory";
import { MapHandler } from "../map-handler.js";
import { ahead, atMost, type Goal, type Row } from "../row.js";
import { type Execute, over, UNCUT } from "../sides.js";
import { linesOf, numbered, prose, viewHeader, withLine } from "../texts.js";
import { timed, type Work } from "../timed.js";

const PATH = "/memories/notes.md";
const [OPEN, DONE] = ["status: open", "status: done"] as const;
const BATCH = 200;

const SIZES = [
  { size: "1 KB", bytes: 1e3, goals: [atMost(0.01)] },
  { size: "16 KB", bytes: 16e3, goals: [ahead(1)] },
  { size: "100 KB", bytes: 100e3, goals: [ahead(1)] },
];

interface Command {
  /** The commands of a batch follow each other on the same file. */
  command(call: number): MemoryCommand;
  /** What the first is answered. */
  answer: string;
}

function row(name: string, text: string, goals: Goal[], { command, answer }: Command): Row {
  const side = async (execute: Execute): Promise<Work> => {
    await execute({ command: "create", path: PATH, file_text: text });
    return {
      run: (call) => execute(command(call)),
      check: (result) => assert.deepEqual(result, { content: answer, is_error: false }),
    };
  };
  return {
    name,
    goals,
    async prepare() {
      const handler = new MapHandler();
      return {
        ours: timed(BATCH, await side(over(inMemory(), UNCUT))),
        peer: timed(BATCH, await side((command) => handler.execute(command))),
      };
    },
  };
}

const view = (size: string, bytes: number, goals: Goal[]): Row => {
  const text = prose(bytes);
  return row(`view ${size}, in memory`, text, goals, {
    command: () => ({ command: "view", path: PATH }),
    answer: viewHeader(PATH) + numbered(text),
  });
};

const replace = (size: string, bytes: number, goals: Goal[]): Row => {
  const filler = prose(bytes);
  const line = Math.ceil(linesOf(filler).length / 2);
  const text = withLine(filler, line, OPEN);
  return row(`str_replace in ${size}, in memory`, text, goals, {
    command: (call) => {
      const [old_str, new_str] = call % 2 === 0 ? [OPEN, DONE] : [DONE, OPEN];
      return { command: "str_replace", path: PATH, old_str, new_str };
    },
    answer:
      "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n" +
      numbered(withLine(text, line, DONE), line - 2, line + 2),
  });
};

export const againstMap: readonly Row[] = [
  ...SIZES.map(({ size, bytes, goals }) => view(size, bytes, goals)),
  ...SIZES.map(({ size, bytes, goals }) => replace(size, bytes, goals)),
];
