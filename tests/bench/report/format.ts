import type { Unit } from "../row.js";

/** Three significant digits, with the unit in which they are read best. */
export function quantity(value: number, unit: Unit): string {
  if (unit === "MB") return `${value.toFixed(1)} MB`;
  if (value < 1) return `${digits(value * 1000)} µs`;
  return value < 1000 ? `${digits(value)} ms` : `${digits(value / 1000)} s`;
}

/** How many times as much. */
export const times = (value: number): string => digits(value);

function digits(value: number): string {
  const places = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toFixed(places);
}
