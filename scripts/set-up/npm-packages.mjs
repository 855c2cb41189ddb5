import { join } from "node:path";
import { fingerprint, isMadeFrom, markMadeFrom } from "../fingerprint.mjs";
import { npm } from "../npm-bin.mjs";
import { root } from "../root.mjs";
import { step } from "../step.mjs";

export async function installNpmPackages() {
  const modules = join(root, "node_modules");
  const print = fingerprint([join(root, "package-lock.json")], { words: [process.platform, process.arch] });
  if (isMadeFrom(modules, print)) return;
  await step("installing the npm packages of the lock file", ...npm(["ci"]));
  markMadeFrom(modules, print);
}
