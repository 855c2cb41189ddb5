// How many test cases passed and failed, read from what the test runners print.
import { stripVTControlCharacters } from "node:util";
import { step, StepFailed } from "../step.mjs";

const PASSED = [
  /^test result: .*?(\d+) passed/gm, // cargo test, wasm-bindgen-test
  /^ *Summary .*?(\d+) passed/gm, // nextest
  /^ℹ pass (\d+)/gm, // node --test
];
const FAILED = [
  /^test result: .*?(\d+) failed/gm,
  /^ *Summary .*?(\d+) failed/gm,
  /^ *Summary .*?(\d+) timed out/gm,
  /^ℹ fail (\d+)/gm,
  /^ℹ cancelled (\d+)/gm,
];

const total = { passed: 0, failed: 0 };

/** A step that runs test cases. */
export async function cases(title, command, args, options) {
  try {
    const { passed } = count(await step(title, command, args, options));
    // Either a test that nobody finds any more, or a runner that says it in new words.
    if (passed === 0) throw new StepFailed(title, "no test case was counted", "");
  } catch (error) {
    if (error instanceof StepFailed) count(error.output);
    throw error;
  }
}

function count(output) {
  const text = stripVTControlCharacters(output);
  const sum = (patterns) => patterns.flatMap((it) => [...text.matchAll(it)]).reduce((all, [, n]) => all + Number(n), 0);
  const counted = { passed: sum(PASSED), failed: sum(FAILED) };
  total.passed += counted.passed;
  total.failed += counted.failed;
  return counted;
}

/** One line for all. A step that failed without a failed test case counts as one. */
export function summary() {
  const failed = process.exitCode ? Math.max(total.failed, 1) : total.failed;
  return `${total.passed} passed, ${failed} failed`;
}
