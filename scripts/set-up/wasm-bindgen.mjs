import { existsSync } from "node:fs";
import { join } from "node:path";
import { fingerprint, isMadeFrom, markMadeFrom } from "../fingerprint.mjs";
import { root } from "../root.mjs";
import { step } from "../step.mjs";

const crate = join(root, "scripts", "wasm-bindgen-cli");
const target = join(crate, "target");
const bin = (name) => join(target, "release", process.platform === "win32" ? `${name}.exe` : name);

export const WASM_BINDGEN = bin("wasm-bindgen");
export const WASM_BINDGEN_TEST_RUNNER = bin("wasm-bindgen-test-runner");

/** Everything that decides what the command line does; a newer rustc does not. */
export const wasmBindgenFingerprint = () => fingerprint([crate], { skip: ["target"] });

export async function buildWasmBindgen() {
  const print = wasmBindgenFingerprint();
  if (isMadeFrom(target, print) && existsSync(WASM_BINDGEN) && existsSync(WASM_BINDGEN_TEST_RUNNER)) return;
  // --target-dir: a target folder of the user's own configuration does not hold here.
  const args = ["build", "--release", "--locked", "--manifest-path", join(crate, "Cargo.toml"), "--target-dir", target];
  await step("building the wasm-bindgen command line (once, about 3 minutes)", "cargo", args);
  markMadeFrom(target, print);
}
