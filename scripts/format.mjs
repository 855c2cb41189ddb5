import { npmBin } from "./npm-bin.mjs";
import { installNpmPackages } from "./set-up/npm-packages.mjs";
import { checkCargo, installRustComponents } from "./set-up/rust.mjs";
import { main, step } from "./step.mjs";

await main(async () => {
  checkCargo();
  await installNpmPackages();
  await installRustComponents();
  await step("formatting the Rust", "cargo", ["fmt"]);
  await step("formatting the TypeScript", ...npmBin("oxfmt", []));
});
