// tests/bench/main.ts, with the arguments that we got: `npm run bench -- --only "view 1 KB"`.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { buildPackage } from "./build/package.mjs";
import { npmBin } from "./npm-bin.mjs";
import { root } from "./root.mjs";
import { setUp } from "./set-up.mjs";
import { main, step } from "./step.mjs";

await main(async () => {
  await setUp();
  await buildPackage();
  const compiled = join(root, "target", "bench");
  rmSync(compiled, { recursive: true, force: true });
  await step("compiling the benchmark", ...npmBin("tsc", ["-p", join(root, "tests"), "--outDir", compiled]));
  const args = ["--expose-gc", join(compiled, "bench", "main.js"), ...process.argv.slice(2)];
  process.exitCode = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status ?? 1;
});
