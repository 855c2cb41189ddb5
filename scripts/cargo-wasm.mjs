// How everything for wasm32 is compiled: what is tested and checked has the flags of what is shipped.
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { root } from "./root.mjs";

export const WASM_TARGET = "wasm32-unknown-unknown";

/** To ship without SIMD, empty this. Every engine that we support has it (Chrome 91, Firefox 89, Safari 16.4, Node 16.4). */
const SIMD = ["-C", "target-feature=+simd128"];

const crates = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "registry", "src");

/** The folders that cargo unpacks crates into, one for each registry and named after its host. */
export const registries = () => (existsSync(crates) ? readdirSync(crates) : []);

// Panics name their source file. No path of this machine may be read there; of several that match, the last counts.
function anonymous() {
  const prefixes = [
    [homedir(), "/home"],
    [root, "/memory-tool"],
    [crates, "/crates"],
    ...registries().map((name) => [join(crates, name), "/crates"]),
  ];
  return prefixes.map(([from, to]) => `--remap-path-prefix=${from}=${to}`);
}

/** Asked for after the set-up: before the first crate is fetched, there is no registry yet. */
export function cargoWasmEnv() {
  // CARGO_ENCODED_RUSTFLAGS has a separator of its own; RUSTFLAGS would split a path at its blanks.
  return { CARGO_ENCODED_RUSTFLAGS: [...SIMD, ...anonymous()].join("\x1f") };
}
