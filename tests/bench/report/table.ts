import type { Spread } from "../measure.js";
import type { Section } from "../row.js";
import { quantity, times } from "./format.js";
import { type Result, type SectionResult, verdicts } from "./result.js";

export interface Table {
  title: string;
  headings: string[];
  lines: string[][];
  /** What rows have to add. */
  notes: string[];
  /** The rows whose goal was not reached, and by how much. */
  missed: string[];
}

export function tableOf({ section, results }: SectionResult): Table {
  const { title, peer, floor } = section;
  return {
    title,
    headings: [
      "work",
      ...(peer === undefined ? [] : [`${peer}, median`, "p99"]),
      "ours, median",
      "p99",
      ...(floor === undefined ? [] : [floor]),
      ...(peer === undefined ? [] : [`${peer} ÷ ours`]),
      ...(floor === undefined ? [] : [`ours ÷ ${floor}`]),
      "goal",
      "reached",
    ],
    lines: results.map((result) => line(result, section)),
    notes: results.flatMap(({ row, measured: { note } }) => (note === undefined ? [] : [`${row.name}: ${note}`])),
    missed: results.flatMap((result) => missed(result, section)),
  };
}

function line(result: Result, section: Section): string[] {
  const { row, measured } = result;
  const { unit = "ms" } = row;
  const spread = (of: Spread | undefined): string[] =>
    of ? [quantity(of.median, unit), quantity(of.p99, unit)] : ["–", "–"];
  const all = verdicts(result, section);
  const reached = all.every((one) => one.reached) ? "yes" : "no";
  return [
    row.name,
    ...(section.peer === undefined ? [] : spread(measured.peer)),
    ...spread(measured.ours),
    ...(section.floor === undefined ? [] : spread(measured.floor).slice(0, 1)),
    ...(section.peer === undefined ? [] : [ratio(measured.ahead)]),
    ...(section.floor === undefined ? [] : [ratio(measured.aboveFloor)]),
    all.map((one) => one.goal).join(", ") || "–",
    all.length === 0 ? "–" : reached,
  ];
}

const ratio = (value: number | undefined): string => (value === undefined ? "–" : times(value));

function missed(result: Result, section: Section): string[] {
  const short = verdicts(result, section).filter((one) => !one.reached);
  if (short.length === 0) return [];
  return [`${result.row.name} (${short.map(({ goal, value }) => `${goal}: ${value}`).join("; ")})`];
}
