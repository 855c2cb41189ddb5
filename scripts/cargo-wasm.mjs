// How everything for wasm32 is compiled: what is tested and checked has the flags of what is shipped.
import { homedir } from "node:os";
import { join } from "node:path";
import { root } from "./root.mjs";

export const WASM_TARGET = "wasm32-unknown-unknown";

/** To ship without SIMD, empty this. Every engine that we support has it (Chrome 91, Firefox 89, Safari 16.4, Node 16.4). */
const SIMD = ["-C", "target-feature=+simd128"];

const crates = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "registry", "src");

// Panics name their source file. No path of this machine may be read there; of several that match, the last counts.
const ANONYMOUS = [
  [homedir(), "/home"],
  [root, "/memory-tool"],
  [crates, "/crates"],
].map(([from, to]) => `--remap-path-prefix=${from}=${to}`);

export const RUST_FLAGS = [...SIMD, ...ANONYMOUS];

/** The separator of CARGO_ENCODED_RUSTFLAGS; RUSTFLAGS itself would split a path at its blanks. */
export const CARGO_WASM_ENV = { CARGO_ENCODED_RUSTFLAGS: RUST_FLAGS.join("\x1f") };
