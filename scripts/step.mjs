// One command, announced by a title before and by its time after. What it prints is kept, and shown only if it fails.
import { spawn } from "node:child_process";
import { root } from "./root.mjs";

export class StepFailed extends Error {
  name = "StepFailed";

  constructor(title, why, output) {
    super(`${title}: ${why}`);
    this.output = output;
  }
}

/** Runs `command` in the root of the checkout and gives what it printed (both streams, as they came). */
export async function step(title, command, args, { env = {} } = {}) {
  const started = performance.now();
  process.stdout.write(`• ${title} … `);
  const { output, why } = await run(command, args, env);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(why === null ? `${seconds} s\n` : `failed after ${seconds} s\n`);
  if (why !== null) throw new StepFailed(title, why, output);
  return output;
}

function run(command, args, env) {
  return new Promise((resolve) => {
    const colour = process.stdout.isTTY ? { CARGO_TERM_COLOR: "always", FORCE_COLOR: "1" } : {};
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...colour, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8");
      stream.on("data", (text) => {
        output += text;
      });
    }
    child.on("error", (error) => resolve({ output, why: error.message }));
    child.on("close", (code, signal) =>
      resolve({ output, why: code === 0 ? null : `${signal ?? `exit code ${code}`}` }),
    );
  });
}

/** Runs the body of a command of ours: a failed step shows its output and ends the process, without a stack. */
export async function main(body) {
  try {
    await body();
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    process.stderr.write(`\n${error.output.trimEnd()}\n\n${error.message}\n`);
    process.exitCode = 1;
  }
}
