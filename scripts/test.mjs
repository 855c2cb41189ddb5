import { join } from "node:path";
import { buildPackage } from "./build/package.mjs";
import { checkSize } from "./build/size.mjs";
import { buildTrapPackage } from "./build/trap-package.mjs";
import { npmBin } from "./npm-bin.mjs";
import { root } from "./root.mjs";
import { setUp } from "./set-up.mjs";
import { installRustComponents } from "./set-up/rust.mjs";
import { main, step } from "./step.mjs";
import { summary } from "./test/cases.mjs";
import { hostTests } from "./test/host.mjs";
import { lintTarball } from "./test/publint.mjs";
import { lintRust, rustTests, wasmTests } from "./test/rust.mjs";

await main(async () => {
  await setUp();
  await installRustComponents();
  await lintRust();
  await rustTests();
  await wasmTests();
  await buildPackage();
  checkSize();
  await buildTrapPackage();
  await step("checking the format of the TypeScript", ...npmBin("oxfmt", ["--check"]));
  await step("linting the TypeScript", ...npmBin("oxlint", ["--type-aware", "--deny-warnings"]));
  await hostTests();
  await lintTarball(join(root, "pkg"));
});
process.stdout.write(`\n${summary()}\n`);
