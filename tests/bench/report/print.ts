import type { Machine } from "../machine.js";
import type { Table } from "./table.js";

const LEGEND =
  "A ratio is the median of three rounds in which all sides took turns. p99 of fewer than 100 timings is the slowest; " +
  "small calls are timed in batches, of which each counts with its mean.";

export function terminal(tables: readonly Table[], machine: Machine, quick: boolean): string {
  const parts = tables.map(({ title, headings, lines, notes, missed }) =>
    [title, "", ...aligned([headings, ...lines]), ...notes, ...missed.map((row) => `missed: ${row}`)].join("\n"),
  );
  const { cpu, platform } = machine;
  const warning = quick ? "\nMeasured with --quick: the numbers mean little." : "";
  return `\n${parts.join("\n\n")}\n\n${measuredOn(machine)}; ${cpu}, ${platform}.\n${LEGEND}${warning}\n`;
}

function aligned(lines: readonly string[][]): string[] {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) =>
    line
      // Names to the left, numbers to the right.
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  "),
  );
}

export function markdown(tables: readonly Table[], machine: Machine): string {
  const parts = tables.map(({ title, headings, lines, notes, missed }) =>
    [
      `### ${title}`,
      "",
      `| ${headings.join(" | ")} |`,
      `|${headings.map((_, column) => (column === 0 ? "---" : "--:")).join("|")}|`,
      ...lines.map((line) => `| ${line.join(" | ")} |`),
      ...notes.map((note) => `\n${note}.`),
      ...(missed.length === 0 ? [] : [`\nThe goal is missed by: ${missed.join(", ")}.`]),
    ].join("\n"),
  );
  return `${measuredOn(machine)}. ${LEGEND}\n\n${parts.join("\n\n")}\n`;
}

function measuredOn({ date, cores, fileSystem, node, sdk }: Machine): string {
  return `Measured on ${date}: ${cores} cores, ${fileSystem}, Node ${node}, @anthropic-ai/sdk ${sdk}`;
}
