import type { Measured } from "../measure.js";
import type { Goal, Row, Section } from "../row.js";
import { quantity, times } from "./format.js";

/** A row with what came of it. */
export interface Result {
  row: Row;
  measured: Measured;
}

export interface SectionResult {
  section: Section;
  results: readonly Result[];
}

export interface Verdict {
  goal: string;
  value: string;
  reached: boolean;
}

export function verdicts({ row, measured }: Result, section: Section): Verdict[] {
  return (row.goals ?? []).map((goal) => verdict(goal, row, measured, section));
}

function verdict(goal: Goal, { unit = "ms" }: Row, measured: Measured, { peer, floor }: Section): Verdict {
  switch (goal.kind) {
    case "ahead": {
      const value = needed(measured.ahead);
      return { goal: `${peer} ≥ ${goal.least} × ours`, value: `${times(value)} ×`, reached: value >= goal.least };
    }
    case "floor": {
      const value = needed(measured.aboveFloor);
      return { goal: `ours ≤ ${goal.most} × ${floor}`, value: `${times(value)} ×`, reached: value <= goal.most };
    }
    default: {
      const value = measured.ours.median;
      return { goal: `ours ≤ ${quantity(goal.most, unit)}`, value: quantity(value, unit), reached: value <= goal.most };
    }
  }
}

/** A row that has a goal has what the goal is about. */
function needed(value: number | undefined): number {
  if (value === undefined) throw new TypeError("a goal needs a side to be compared with");
  return value;
}
