import { writeFileSync } from "node:fs";
import { type Arguments, parseArguments, USAGE } from "./arguments.js";
import { machine } from "./machine.js";
import { FULL, measure, QUICK } from "./measure.js";
import { json } from "./report/json.js";
import { markdown, terminal } from "./report/print.js";
import type { Result, SectionResult } from "./report/result.js";
import { tableOf } from "./report/table.js";
import type { Row, Section } from "./row.js";
import { withDirectory } from "./scratch.js";
import { SECTIONS } from "./sections.js";

async function main(args: Arguments): Promise<void> {
  const sections = chosen(args);
  if (sections.length === 0) throw new Error(`no row has a name that --only finds. The rows are:\n${allNames()}`);
  const effort = args.quick ? QUICK : FULL;
  const done: SectionResult[] = [];
  for (const section of sections) {
    const results: Result[] = [];
    for (const row of section.rows) {
      const start = performance.now();
      process.stderr.write(`• ${row.name} … `);
      const measured = await withDirectory(async (place) => measure(await row.prepare(place), effort));
      process.stderr.write(`${((performance.now() - start) / 1000).toFixed(1)} s\n`);
      results.push({ row, measured });
    }
    done.push({ section, results });
  }
  const tables = done.map(tableOf);
  const on = machine();
  process.stdout.write(args.markdown ? markdown(tables, on) : terminal(tables, on, args.quick));
  if (args.json !== null) writeFileSync(args.json, json(done, on, args.quick));
}

function chosen({ only, large }: Arguments): Section[] {
  const isChosen = (row: Row) => only.test(row.name) && (large || !row.large);
  return SECTIONS.map((section) => ({ ...section, rows: section.rows.filter(isChosen) })).filter(
    ({ rows }) => rows.length > 0,
  );
}

const allNames = (): string => SECTIONS.flatMap(({ rows }) => rows.map(({ name }) => `  ${name}`)).join("\n");

try {
  const args = parseArguments(process.argv.slice(2));
  if (args.help) process.stdout.write(`${USAGE}\n`);
  else await main(args);
} catch (error) {
  // A wrong argument or a wrong answer; of the latter the stack tells which row it was.
  process.stderr.write(`\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
}
