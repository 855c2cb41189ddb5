import type { Contest, Side } from "./row.js";
import { median, p99 } from "./statistics.js";

/** How often everything is done. */
export interface Effort {
  warmUp: Turns;
  round: Turns;
}

interface Turns {
  /** They go on until they took so long, all sides together … */
  ms: number;
  /** … and there are at least, and at most, so many timings of each side. */
  least: number;
  most: number;
}

export const FULL: Effort = { warmUp: { ms: 500, least: 1, most: 200 }, round: { ms: 1000, least: 5, most: 200 } };
export const QUICK: Effort = { warmUp: { ms: 0, least: 0, most: 0 }, round: { ms: 0, least: 1, most: 1 } };

const ROUNDS = 3;

export interface Measured {
  ours: Spread;
  peer?: Spread;
  floor?: Spread;
  /** How many times our time the peer takes: the median of what the rounds gave. */
  ahead?: number;
  /** How many times the floor's time we take, in the same way. */
  aboveFloor?: number;
  note?: string;
}

export interface Spread {
  median: number;
  p99: number;
  timings: number;
}

type Name = "ours" | "peer" | "floor";
type Round = Record<Name, number[]>;

/** Checks that each side does its work, then times them in turns. */
export async function measure(contest: Contest, effort: Effort): Promise<Measured> {
  const sides = sidesOf(contest);
  for (const [, side] of sides) await side.check();
  await inTurns(sides, effort.warmUp);
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await inTurns(sides, effort.round));
  const { peer, floor, note } = contest;
  return {
    ours: spread(rounds, "ours"),
    ...(peer && { peer: spread(rounds, "peer"), ahead: ratio(rounds, "peer", "ours") }),
    ...(floor && { floor: spread(rounds, "floor"), aboveFloor: ratio(rounds, "ours", "floor") }),
    ...(note && { note: note.call(contest) }),
  };
}

function sidesOf({ ours, peer, floor }: Contest): [Name, Side][] {
  const sides: [Name, Side][] = [["ours", ours]];
  if (peer) sides.push(["peer", peer]);
  if (floor) sides.push(["floor", floor]);
  return sides;
}

async function inTurns(sides: readonly [Name, Side][], { ms, least, most }: Turns): Promise<Round> {
  const taken: Round = { ours: [], peer: [], floor: [] };
  const start = performance.now();
  for (let turn = 0; turn < most; turn += 1) {
    if (turn >= least && performance.now() - start >= ms) break;
    // Each side is the first as often as the others.
    const first = turn % sides.length;
    for (const [name, side] of [...sides.slice(first), ...sides.slice(0, first)]) {
      taken[name].push(await side.sample());
    }
  }
  return taken;
}

function spread(rounds: readonly Round[], name: Name): Spread {
  const all = rounds.flatMap((round) => round[name]);
  return { median: median(all), p99: p99(all), timings: all.length };
}

function ratio(rounds: readonly Round[], above: Name, below: Name): number {
  return median(rounds.map((round) => median(round[above]) / median(round[below])));
}
