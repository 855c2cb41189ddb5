export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (at(sorted, Math.ceil(middle) - 1) + at(sorted, Math.floor(middle))) / 2;
}

/** By nearest rank: of fewer than 100 numbers the greatest. */
export function p99(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return at(sorted, Math.ceil(sorted.length * 0.99) - 1);
}

function at(numbers: readonly number[], index: number): number {
  const number = numbers[index];
  if (number === undefined) throw new RangeError("no numbers to choose from");
  return number;
}
