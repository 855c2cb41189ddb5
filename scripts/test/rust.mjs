import { spawnSync } from "node:child_process";
import { cargoWasmEnv, WASM_TARGET } from "../cargo-wasm.mjs";
import { WASM_BINDGEN_TEST_RUNNER } from "../set-up/wasm-bindgen.mjs";
import { step } from "../step.mjs";
import { cases } from "./cases.mjs";

const FOR_WASM = ["--locked", "--target", WASM_TARGET, "--features", "wasm"];

export async function lintRust() {
  await step("checking the format of the Rust", "cargo", ["fmt", "--check"]);
  await step("clippy on the host", "cargo", ["clippy", "--locked", "--all-targets", "--", "-D", "warnings"]);
  const env = cargoWasmEnv();
  await step("clippy for wasm", "cargo", ["clippy", ...FOR_WASM, "--lib", "--test", "wasm", "--", "-D", "warnings"], {
    env,
  });
}

export async function rustTests() {
  if (spawnSync("cargo", ["nextest", "--version"], { stdio: "ignore" }).status === 0) {
    await cases("Rust tests", "cargo", ["nextest", "run", "--locked"]);
  } else {
    await cases("Rust tests, by cargo test since cargo-nextest is not here", "cargo", [
      "test",
      "--locked",
      "--all-targets",
    ]);
  }
  await cases("examples in the Rust documentation", "cargo", ["test", "--locked", "--doc"]);
}

export async function wasmTests() {
  const env = { ...cargoWasmEnv(), CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER: WASM_BINDGEN_TEST_RUNNER };
  await cases("wasm-bindgen tests in Node", "cargo", ["test", ...FOR_WASM, "--test", "wasm"], { env });
}
