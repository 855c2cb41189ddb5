/** A line of the report: the same work, done by us, by whom we compare ourselves with, and by bare calls. */
export interface Row {
  name: string;
  /** What is measured: time, or memory. Default milliseconds. */
  unit?: Unit;
  goals?: readonly Goal[];
  /** Takes long, and is left out unless it is asked for. */
  large?: boolean;
  /** Lays out the files in `place`, an empty directory that is removed after the row. */
  prepare(place: string): Contest | Promise<Contest>;
}

export type Unit = "ms" | "MB";

export type Goal =
  /** The peer takes at least so many times what we take. */
  | { kind: "ahead"; least: number }
  /** We take at most so many times what the floor takes. */
  | { kind: "floor"; most: number }
  /** We take at most so much, in the row's unit. */
  | { kind: "most"; most: number };

export interface Contest {
  ours: Side;
  peer?: Side;
  floor?: Side;
  /** What else is to be told once all is measured. */
  note?(): string;
}

export interface Side {
  /** Does the work once and throws unless the right thing came of it. */
  check(): unknown;
  /** Does the work and gives what one call of it took, in the row's unit. */
  sample(): number | Promise<number>;
}

export interface Section {
  title: string;
  /** Whom we are compared with; without one we are only compared with the floor. */
  peer?: string;
  floor?: string;
  rows: readonly Row[];
}

export const ahead = (least: number): Goal => ({ kind: "ahead", least });
export const aboveFloor = (most: number): Goal => ({ kind: "floor", most });
export const atMost = (most: number): Goal => ({ kind: "most", most });
