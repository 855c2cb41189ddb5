/** A behaviour of the contract that a store does not have. */
class ConformanceError extends Error {
  override readonly name = "ConformanceError";
}

export function check(condition: boolean, message: string): asserts condition {
  if (!condition) throw new ConformanceError(message);
}

/**
 * Checks that `actual` is `expected`. An object may have more fields than are expected: the contract leaves a store free
 * to answer more than it is asked for.
 */
export function equal(actual: unknown, expected: unknown, what: string): void {
  check(
    isAsExpected(actual, expected),
    `${what}: the contract asks for ${shown(expected)}, the store gave ${shown(actual)}`,
  );
}

function isAsExpected(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length) return false;
    return expected.every((element, i) => isAsExpected(actual[i], element));
  }
  if (typeof expected !== "object" || expected === null) return actual === expected;
  if (typeof actual !== "object" || actual === null) return false;
  const fields = actual as Record<string, unknown>;
  return Object.entries(expected).every(([name, value]) => isAsExpected(fields[name], value));
}

const MOST_SHOWN = 400;

function shown(value: unknown): string {
  const text = value === undefined ? "undefined" : JSON.stringify(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}… (${text.length} characters)` : text;
}
