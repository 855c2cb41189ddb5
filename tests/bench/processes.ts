import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Task, Told } from "./child/tell.js";

export type Program = "bare" | "ours" | "sdk";

/** Starts a fresh process and gives what it tells. */
export function start(program: Program, task: Task): Told {
  const script = fileURLToPath(new URL(`child/${program}.js`, import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, JSON.stringify(task)], { encoding: "utf8" });
  if (status !== 0) throw new Error(`the process "${program}" failed: ${stderr}`);
  return JSON.parse(stdout) as Told;
}
