// pkg/ is what `npm pack` packs: the compiled sources of pkg-template/, the wasm, and the texts.
import { cpSync, mkdtempSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fingerprint, isMadeFrom, markMadeFrom } from "../fingerprint.mjs";
import { npmBin } from "../npm-bin.mjs";
import { root } from "../root.mjs";
import { step } from "../step.mjs";
import { bundle } from "./bundle.mjs";
import { buildWasm, wasmFiles } from "./wasm.mjs";

export const PACKAGE = join(root, "pkg");
const template = join(root, "pkg-template");
const wasm = join(template, "src", "wasm");

const FROM_TEMPLATE = ["package.json"];
const FROM_ROOT = ["CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "README.md"];

export async function buildPackage() {
  await buildWasm(wasm, { title: "the core to wasm", features: ["wasm"], targetDir: join(root, "target") });
  const others = [...FROM_ROOT, "tsconfig.base.json", "package-lock.json", "scripts/build"];
  const print = fingerprint([template, ...others.map((name) => join(root, name))]);
  if (!isMadeFrom(PACKAGE, print)) await assemble(print);
  linkPackage();
}

async function assemble(print) {
  const stage = mkdtempSync(join(root, "target", "pkg-"));
  const dist = join(stage, "dist");
  try {
    await step("compiling the TypeScript", ...npmBin("tsc", ["-p", template, "--outDir", dist]));
    await bundle(dist, join(template, "package.json"));
    copy(wasm, join(dist, "wasm"), wasmFiles(wasm));
    copy(template, stage, FROM_TEMPLATE);
    copy(root, stage, FROM_ROOT);
    markMadeFrom(stage, print);
    rmSync(PACKAGE, { recursive: true, force: true });
    renameSync(stage, PACKAGE);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

function copy(from, to, names) {
  for (const name of names) cpSync(join(from, name), join(to, name));
}

/**
 * Demo and tests import "memory-tool" as a stranger does, so that they go through the package's own `exports`. A link
 * of ours instead of a `file:` dependency, which npm would want to read before it is built.
 */
function linkPackage() {
  const link = join(root, "node_modules", "memory-tool");
  rmSync(link, { recursive: true, force: true });
  symlinkSync(PACKAGE, link, "junction");
}
