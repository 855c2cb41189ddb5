// The checks of `npm test` that run no code.
import { buildPackage } from "./build/package.mjs";
import { setUp } from "./set-up.mjs";
import { installRustComponents } from "./set-up/rust.mjs";
import { main } from "./step.mjs";
import { lintRust } from "./test/rust.mjs";
import { lintTypeScript } from "./test/typescript.mjs";

await main(async () => {
  await setUp();
  await installRustComponents();
  await lintRust();
  await buildPackage();
  await lintTypeScript();
});
