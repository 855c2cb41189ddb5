// For tests only: the package around a core that can be told to trap (cargo feature `trap`).
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.mjs";
import { PACKAGE } from "./package.mjs";
import { buildWasm, wasmFiles } from "./wasm.mjs";

const trapPackage = join(root, "target", "trap-pkg");
const wasm = join(root, "target", "trap-wasm");

/** After `buildPackage`, of which it takes the rest. */
export async function buildTrapPackage() {
  // In a target folder of its own: cargo gives both the same file name, and would compile each anew after the other.
  const targetDir = join(root, "target", "trap");
  await buildWasm(wasm, { title: "the core that can trap", features: ["wasm", "trap"], targetDir });
  rmSync(trapPackage, { recursive: true, force: true });
  cpSync(PACKAGE, trapPackage, { recursive: true });
  for (const name of wasmFiles(wasm)) cpSync(join(wasm, name), join(trapPackage, "dist", "wasm", name));
}
