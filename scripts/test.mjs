import { join } from "node:path";
import { buildPackage } from "./build/package.mjs";
import { checkSize } from "./build/size.mjs";
import { buildTrapPackage } from "./build/trap-package.mjs";
import { root } from "./root.mjs";
import { setUp } from "./set-up.mjs";
import { installRustComponents } from "./set-up/rust.mjs";
import { main } from "./step.mjs";
import { summary } from "./test/cases.mjs";
import { hostTests } from "./test/host.mjs";
import { lintTarball } from "./test/publint.mjs";
import { lintRust, rustTests, wasmTests } from "./test/rust.mjs";
import { lintTypeScript } from "./test/typescript.mjs";

await main(async () => {
  await setUp();
  await installRustComponents();
  await lintRust();
  await rustTests();
  await wasmTests();
  await buildPackage();
  checkSize();
  await buildTrapPackage();
  await lintTypeScript();
  await hostTests();
  await lintTarball(join(root, "pkg"));
});
process.stdout.write(`\n${summary()}\n`);
