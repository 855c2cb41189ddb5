import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { measure, QUICK } from "./measure.js";
import type { Side } from "./row.js";
import { median, p99 } from "./statistics.js";

const scratch = mkdtempSync(join(tmpdir(), "memory-tool-test-"));
after(() => rmSync(scratch, { recursive: true }));

interface Report {
  sections: { rows: { name: string; ours: { timings: number }; peer?: object; floor?: object; goals: object[] }[] }[];
}

function bench(...args: string[]) {
  const script = fileURLToPath(new URL("main.js", import.meta.url));
  const env = { ...process.env, TMPDIR: scratch };
  return spawnSync(process.execPath, ["--expose-gc", script, ...args], { encoding: "utf8", env });
}

test("rows of every kind run, both sides answer rightly, and nothing is left behind", () => {
  const only =
    "^(view 1 KB.*|list 10 files|insert in 1 KB|create 1 KB|replay.*|100 edits of one.*|100 edits of.*store.*|first.*)$";
  const file = join(scratch, "report.json");
  const { status, stdout, stderr } = bench("--quick", "--only", only, "--json", file);
  assert.equal(status, 0, stderr);
  const { sections } = JSON.parse(readFileSync(file, "utf8")) as Report;
  const rows = sections.map((section) => section.rows.map(({ name }) => name));
  assert.deepEqual(rows, [
    [
      "view 1 KB",
      "list 10 files",
      "insert in 1 KB",
      "create 1 KB",
      "replay of 50 mixed commands",
      "100 edits of one file at the same time",
      "first command of a fresh process, above bare Node",
    ],
    ["view 1 KB, in memory"],
    ["100 edits of 100 files at the same time, a store that takes 10 ms for a call; baseline: one edit"],
  ]);
  for (const { name, ours, peer, floor, goals } of sections.flatMap((section) => section.rows)) {
    assert.equal(ours.timings, 3, name);
    assert.ok(peer ?? floor, name);
    assert.ok(goals.length > 0, name);
    assert.ok(stdout.includes(name), name);
  }
  assert.deepEqual(readdirSync(scratch), ["report.json"]);
});

test("the README's table is Markdown", () => {
  const { stdout } = bench("--quick", "--only", "^str_replace, not found in 1 KB$", "--markdown");
  assert.match(
    stdout,
    /^\| work \| SDK, median \| p99 \| ours, median .*\|\n\|---\|--:\|.*\|\n\| str_replace, not found in 1 KB \|/mu,
  );
});

test("a pattern that finds no row is told so, with the names there are", () => {
  const { status, stderr } = bench("--only", "no such row");
  assert.equal(status, 1);
  assert.match(stderr, /no row has a name that --only finds[^]*view 100 KB\n/u);
});

const side = (...samples: number[]): Side => {
  let next = 0;
  return { check: () => undefined, sample: () => samples[next++] ?? NaN };
};

test("ratios are those of the rounds, whatever the spread over all of them", async () => {
  // 2, 5 and 3 times as much; and 10, 1 and 4.
  const contest = { ours: side(10, 2, 4), peer: side(20, 10, 12), floor: side(1, 2, 1) };
  const { ours, peer, ahead, aboveFloor } = await measure(contest, QUICK);
  assert.deepEqual({ ahead, aboveFloor }, { ahead: 3, aboveFloor: 4 });
  assert.deepEqual(
    [ours, peer],
    [
      { median: 4, p99: 10, timings: 3 },
      { median: 12, p99: 20, timings: 3 },
    ],
  );
});

test("a wrong answer stops the measuring", async () => {
  const wrong = { ...side(1, 1, 1), check: () => assert.fail("a wrong answer") };
  await assert.rejects(measure({ ours: side(1, 1, 1), peer: wrong }, QUICK), /a wrong answer/u);
});

test("median and p99", () => {
  assert.equal(median([3, 1, 2]), 2);
  assert.equal(median([4, 1, 2, 3]), 2.5);
  assert.equal(p99([3, 1, 2]), 3);
  assert.equal(p99(Array.from({ length: 200 }, (_, i) => i + 1)), 198);
});
