// The crate becomes memory_tool_bg.wasm, with wasm-bindgen's glue beside it.
import { mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cargoWasmEnv, WASM_TARGET } from "../cargo-wasm.mjs";
import { fingerprint, isMadeFrom, markMadeFrom } from "../fingerprint.mjs";
import { npmBin } from "../npm-bin.mjs";
import { root } from "../root.mjs";
import { WASM_BINDGEN, wasmBindgenFingerprint } from "../set-up/wasm-bindgen.mjs";
import { step } from "../step.mjs";

const WASM = "memory_tool_bg.wasm";

const BINDGEN_OPTIONS = [
  "--target=web",
  "--out-name=memory_tool",
  // Our entry files bring the module. A glue that names its file by itself makes bundlers emit that file twice.
  "--omit-default-module-path",
  // After a trap the same glue gets a new instance.
  "--experimental-reset-state-function",
];

/** What rustc turns on for the target, and SIMD. Node 20 has all of it. */
const FEATURES = [
  "bulk-memory",
  "multivalue",
  "mutable-globals",
  "nontrapping-float-to-int",
  "reference-types",
  "sign-ext",
  "simd",
].map((name) => `--enable-${name}`);

// Of 144.2 KB and 49.4 KB after brotli, -Oz leaves 129.2 and 48.3, -Os 129.6 and 48.5, -O3 131.0 and 48.3. They compile
// equally fast in Node, and what --converge or --flatten add is below a kilobyte.
const WASM_OPT_OPTIONS = [
  "-Oz",
  // Engines compile a function when it is first called. Without a bound most of the core becomes one function of 32 KB,
  // and the first command takes twice as long.
  "--one-caller-inline-max-function-size=100",
  ...FEATURES,
  "--strip-debug",
  "--strip-producers",
  "--strip-target-features",
];

/** Makes the folder `into` anew, unless it holds what the same crate gave before. */
export async function buildWasm(into, { title, features, targetDir }) {
  // Asked every time: only cargo knows when the crate is to be compiled anew, and the answer costs a tenth of a second.
  const args = ["build", "--lib", "--release", "--locked", "--target", WASM_TARGET];
  args.push("--features", features.join(","), "--target-dir", targetDir);
  await step(`compiling ${title}`, "cargo", args, { env: cargoWasmEnv() });

  const compiled = join(targetDir, WASM_TARGET, "release", "memory_tool.wasm");
  const words = [wasmBindgenFingerprint(), ...BINDGEN_OPTIONS, ...WASM_OPT_OPTIONS];
  const print = fingerprint([compiled, join(root, "package-lock.json")], { words });
  if (isMadeFrom(into, print)) return;

  const stage = mkdtempSync(join(root, "target", "wasm-"));
  try {
    await step("generating the glue", WASM_BINDGEN, [...BINDGEN_OPTIONS, "--out-dir", stage, compiled]);
    // The types of the bare exports, which nobody imports.
    rmSync(join(stage, `${WASM}.d.ts`));
    const wasm = join(stage, WASM);
    await step("optimizing the wasm", ...npmBin("wasm-opt", [...WASM_OPT_OPTIONS, wasm, "-o", wasm]));
    markMadeFrom(stage, print);
    rmSync(into, { recursive: true, force: true });
    renameSync(stage, into);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** The files of `buildWasm` that a package ships. */
export const wasmFiles = (directory) => readdirSync(directory).filter((name) => name.startsWith("memory_tool"));
