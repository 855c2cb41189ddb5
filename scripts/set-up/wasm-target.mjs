import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { WASM_TARGET } from "../cargo-wasm.mjs";
import { root } from "../root.mjs";
import { step } from "../step.mjs";

export async function installWasmTarget() {
  if (isInstalled()) return;
  await step(`installing Rust's ${WASM_TARGET} (minutes, if it has to be built)`, "bash", [
    join(root, "scripts", "install-wasm-target.sh"),
  ]);
}

/** A look is enough: the script, which tries the target out, puts a whole library in place or none. */
function isInstalled() {
  const sysroot = spawnSync("rustc", ["--print", "sysroot"], { cwd: root, encoding: "utf8" }).stdout.trim();
  try {
    const files = readdirSync(join(sysroot, "lib", "rustlib", WASM_TARGET, "lib"));
    return files.some((name) => name.startsWith("libstd-"));
  } catch {
    return false;
  }
}
