import { npmBin } from "../npm-bin.mjs";
import { step } from "../step.mjs";

/** After the build: the linter reads the types of "memory-tool" where demo and tests import it. */
export async function lintTypeScript() {
  await step("checking the format of the TypeScript", ...npmBin("oxfmt", ["--check"]));
  await step("linting the TypeScript", ...npmBin("oxlint", ["--type-aware", "--deny-warnings"]));
}
