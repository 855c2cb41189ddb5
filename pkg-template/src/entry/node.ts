import { readFileSync } from "node:fs";
import { bindCreate } from "../tool.js";
import { decode } from "./node-decode.js";

export * from "../index.js";

/** Node: the module beside this file, compiled on first use. */
export const createMemoryTool = bindCreate(() => {
  const file = new URL("../wasm/memory_tool_bg.wasm", import.meta.url);
  return new WebAssembly.Module(readFileSync(file));
}, decode);
