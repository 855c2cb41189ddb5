import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { registries } from "../cargo-wasm.mjs";
import { root } from "../root.mjs";
import { StepFailed } from "../step.mjs";
import { PACKAGE } from "./package.mjs";

const KB = 1024;
const BUDGET = { raw: 150, brotli: 55 };

/** Prints what the wasm weighs. Fails when that is too much, or when the wasm tells where it was made. */
export function checkSize() {
  const wasm = readFileSync(join(PACKAGE, "dist", "wasm", "memory_tool_bg.wasm"));
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  const size = { raw: wasm.length / KB, brotli: brotliCompressSync(wasm, { params }).length / KB };
  const words = Object.entries(BUDGET).map(([name, most]) => `${size[name].toFixed(1)} KB ${name} (of ${most})`);
  process.stdout.write(`wasm: ${words.join(", ")}\n`);
  if (Object.entries(BUDGET).some(([name, most]) => size[name] > most)) {
    throw new StepFailed("checking the size", "above the budget", words.join("\n"));
  }
  const local = [join(homedir(), "/"), join(root, "/"), join("registry", "src"), ...registries()];
  const told = local.filter((path) => wasm.includes(path));
  if (told.length > 0) throw new StepFailed("checking the wasm", "local paths in it", told.join("\n"));
}
