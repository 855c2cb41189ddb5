import { spawnSync } from "node:child_process";
import { step, StepFailed } from "../step.mjs";

const works = (command, ...args) => spawnSync(command, args, { stdio: "ignore" }).status === 0;

export function checkCargo() {
  if (works("cargo", "--version")) return;
  throw new StepFailed("Rust is missing", "install it with rustup, then run this again", "cargo could not be started");
}

/** rustup's minimal profile leaves these out. Only the tests need them. */
export async function installRustComponents() {
  const missing = [
    ["rustfmt", "fmt"],
    ["clippy", "clippy"],
  ].filter(([, subcommand]) => !works("cargo", subcommand, "--version"));
  if (missing.length === 0) return;
  const names = missing.map(([component]) => component);
  await step(`installing ${names.join(" and ")}`, "rustup", ["component", "add", ...names]);
}
