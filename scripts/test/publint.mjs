import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { npm, npmBin } from "../npm-bin.mjs";
import { root } from "../root.mjs";
import { step } from "../step.mjs";

/** What is checked is the file that would be published. */
export async function lintTarball(directory) {
  const packed = join(root, "target", "packed");
  rmSync(packed, { recursive: true, force: true });
  mkdirSync(packed, { recursive: true });
  const json = await step(
    "packing the npm package",
    ...npm(["pack", "--json", "--silent", "--pack-destination", packed, directory]),
  );
  const [{ filename }] = JSON.parse(json);
  await step("publint on the tarball", ...npmBin("publint", ["run", "--strict", join(packed, filename)]));
}
