import type { Machine } from "../machine.js";
import { type SectionResult, verdicts } from "./result.js";

export function json(sections: readonly SectionResult[], machine: Machine, quick: boolean): string {
  const report = {
    machine,
    quick,
    sections: sections.map(({ section, results }) => ({
      title: section.title,
      peer: section.peer ?? null,
      floor: section.floor ?? null,
      rows: results.map((result) => ({
        name: result.row.name,
        unit: result.row.unit ?? "ms",
        ...result.measured,
        goals: verdicts(result, section),
      })),
    })),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
