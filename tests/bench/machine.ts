import { readFileSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { VERSION } from "@anthropic-ai/sdk/version";

/** What the numbers depend on. */
export interface Machine {
  date: string;
  node: string;
  sdk: string;
  cpu: string;
  cores: number;
  platform: string;
  fileSystem: string;
}

export function machine(): Machine {
  return {
    date: new Date().toISOString().slice(0, 10),
    node: process.versions.node,
    sdk: VERSION,
    cpu: cpus()[0]?.model ?? "unknown",
    cores: availableParallelism(),
    platform: `${process.platform} ${process.arch}`,
    fileSystem: fileSystemOf(tmpdir()),
  };
}

/** By the mount that is nearest above the directory; only Linux lists its mounts in a file. */
function fileSystemOf(directory: string): string {
  if (process.platform !== "linux") return "the platform's file system";
  const mounts = readFileSync("/proc/self/mounts", "utf8").split("\n");
  const above = mounts
    .map((line) => line.split(" "))
    .filter(([, at = ""]) => at !== "" && `${directory}/`.startsWith(at === "/" ? at : `${at}/`))
    .map(([, at = "", type = ""]) => ({ at, type }));
  // Of two on the same place, the later one covers the earlier.
  return above.reduce((nearest, mount) => (mount.at.length >= nearest.at.length ? mount : nearest)).type;
}
