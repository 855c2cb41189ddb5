import { readdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { npmBin } from "../npm-bin.mjs";
import { root } from "../root.mjs";
import { step } from "../step.mjs";
import { cases } from "./cases.mjs";

/** Every *.test.ts under tests/, compiled first, since Node 20 runs no TypeScript. */
export async function hostTests() {
  const compiled = join(root, "target", "tests");
  // What was compiled from a test that is gone would still run.
  rmSync(compiled, { recursive: true, force: true });
  await step("compiling the TypeScript tests", ...npmBin("tsc", ["-p", join(root, "tests")]));
  // By name, since the patterns of node --test began with Node 21.
  const files = readdirSync(compiled, { recursive: true })
    .filter((name) => name.endsWith(".test.js"))
    .map((name) => join(compiled, name));
  // Node leaves one core out, and some files wait more than they work.
  const options = ["--test", "--test-reporter=spec", `--test-concurrency=${availableParallelism()}`];
  await cases("TypeScript tests", process.execPath, [...options, ...files.sort()]);
}
