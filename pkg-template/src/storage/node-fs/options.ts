import { MemoryToolError } from "../../errors.js";
import type { NodeFsOptions } from "../node-fs.js";

/** JavaScript callers have no types to keep them from mistakes. */
export function checkOptions(options: NodeFsOptions): Required<NodeFsOptions> {
  if (typeof options !== "object" || options === null) {
    throw new MemoryToolError("invalid_options", "the options of `nodeFs` must be an object");
  }
  const unknown = Object.keys(options).find((name) => name !== "durability");
  if (unknown !== undefined) {
    throw new MemoryToolError("invalid_options", `\`nodeFs\` has no option \`${unknown}\`; there is durability`);
  }
  const { durability = "full" } = options;
  if (durability !== "full" && durability !== "relaxed") {
    throw new MemoryToolError("invalid_options", '`durability` must be "full" or "relaxed"');
  }
  return { durability };
}
