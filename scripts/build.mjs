import { buildPackage } from "./build/package.mjs";
import { checkSize } from "./build/size.mjs";
import { setUp } from "./set-up.mjs";
import { main } from "./step.mjs";

await main(async () => {
  await setUp();
  await buildPackage();
  checkSize();
});
