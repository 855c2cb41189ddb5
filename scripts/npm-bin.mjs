import { join } from "node:path";
import { root } from "./root.mjs";

// Paths in the packages instead of node_modules/.bin: those are shell scripts on Windows, which spawn does not start.
const BINS = {
  tsc: "typescript/bin/tsc",
  oxlint: "oxlint/bin/oxlint",
  oxfmt: "oxfmt/bin/oxfmt",
  publint: "publint/src/cli.js",
  "wasm-opt": "binaryen/bin/wasm-opt",
};

/** The command and the arguments that run a tool of the development dependencies. */
export function npmBin(name, args) {
  return [process.execPath, [join(root, "node_modules", BINS[name]), ...args]];
}

/** The same for the npm that runs us. */
export function npm(args) {
  const script = process.env.npm_execpath;
  return script === undefined ? ["npm", args] : [process.execPath, [script, ...args]];
}
