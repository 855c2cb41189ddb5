import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, renameSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { MemoryCommand } from "memory-tool";
import { createFile, empty, replaceFile, syncDirectory, treeOf } from "../disk.js";
import { ahead, type Row } from "../row.js";
import { type Execute, ours, sdk } from "../sides.js";
import { prose } from "../texts.js";
import { timed, type Work } from "../timed.js";

const TEXT = `${prose(1e3)}status: open\n${prose(500)}`;
const TOPICS = 5;

/** What an agent does in a few sessions: it looks, notes, corrects and tidies up. */
const COMMANDS: readonly MemoryCommand[] = Array.from({ length: TOPICS }, (_, i) =>
  topic(`/memories/topic-${i}`),
).flat();

function topic(directory: string): MemoryCommand[] {
  const path = `${directory}/notes.md`;
  return [
    { command: "view", path: "/memories" },
    { command: "create", path, file_text: TEXT },
    { command: "view", path },
    { command: "str_replace", path, old_str: "status: open", new_str: "status: waiting" },
    { command: "insert", path, insert_line: 0, insert_text: "# Notes\n" },
    { command: "view", path, view_range: [1, 5] },
    { command: "str_replace", path, old_str: "status: closed", new_str: "status: open" },
    { command: "create", path: `${directory}/draft.md`, file_text: TEXT },
    { command: "rename", old_path: `${directory}/draft.md`, new_path: `${directory}/final.md` },
    { command: "delete", path: `${directory}/final.md` },
  ];
}

/** The only one that fails looks for a text that is not there. */
const FAIL = COMMANDS.flatMap(({ command, ...rest }, i) =>
  command === "str_replace" && "old_str" in rest && rest.old_str === "status: closed" ? [i] : [],
);

const AFTER = new Map<string, string | null>(
  Array.from({ length: TOPICS }, (_, i): [string, string | null][] => [
    [`/topic-${i}`, null],
    [`/topic-${i}/notes.md`, `# Notes\n${TEXT.replace("status: open", "status: waiting")}`],
  ]).flat(),
);

function side(root: string, runAll: () => unknown): Work {
  return {
    reset() {
      empty(root);
      syncDirectory(root);
    },
    run: runAll,
    check(failed) {
      assert.deepEqual(failed, FAIL);
      assert.deepEqual(treeOf(root), AFTER);
    },
  };
}

/** The numbers of the commands that failed. */
async function replay(execute: Execute): Promise<number[]> {
  const failed: number[] = [];
  for (const [i, command] of COMMANDS.entries()) if ((await execute(command)).is_error) failed.push(i);
  return failed;
}

function bare(place: string): number[] {
  for (const command of COMMANDS) bareCalls(place, command);
  return FAIL;
}

function bareCalls(place: string, command: MemoryCommand): void {
  const at = (path: string): string => join(place, path);
  switch (command.command) {
    case "view":
      if (command.path === "/memories") {
        for (const name of readdirSync(at(command.path)))
          readdirSync(join(at(command.path), name), { withFileTypes: true });
      } else readFileSync(at(command.path));
      break;
    case "create":
      mkdirSync(dirname(at(command.path)), { recursive: true });
      createFile(at(command.path), command.file_text);
      break;
    case "str_replace": {
      const text = readFileSync(at(command.path), "utf8");
      if (text.includes(command.old_str)) {
        replaceFile(at(command.path), text.replace(command.old_str, command.new_str ?? ""));
      }
      break;
    }
    case "insert":
      replaceFile(at(command.path), command.insert_text + readFileSync(at(command.path), "utf8"));
      break;
    case "delete":
      unlinkSync(at(command.path));
      break;
    case "rename":
      renameSync(at(command.old_path), at(command.new_path));
      break;
  }
}

export const replays: readonly Row[] = [
  {
    name: `replay of ${COMMANDS.length} mixed commands`,
    goals: [ahead(4.5)],
    async prepare(place) {
      const [a, b, c] = [join(place, "ours"), join(place, "sdk"), join(place, "floor")];
      const [we, they] = [ours(a), await sdk(b)];
      return {
        ours: timed(
          1,
          side(join(a, "memories"), () => replay(we)),
        ),
        peer: timed(
          1,
          side(join(b, "memories"), () => replay(they)),
        ),
        floor: timed(
          1,
          side(join(c, "memories"), () => bare(c)),
        ),
      };
    },
  },
];
