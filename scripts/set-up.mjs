import { installNpmPackages } from "./set-up/npm-packages.mjs";
import { checkCargo } from "./set-up/rust.mjs";
import { buildWasmBindgen } from "./set-up/wasm-bindgen.mjs";
import { installWasmTarget } from "./set-up/wasm-target.mjs";

/** Brings what a machine with rustup's cargo, Node and npm lacks. Says nothing where nothing is missing. */
export async function setUp() {
  checkCargo();
  await installNpmPackages();
  await installWasmTarget();
  await buildWasmBindgen();
}
