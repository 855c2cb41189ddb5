import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

let current: string | null = null;

/** An empty directory for `use`, removed afterwards, also when the benchmark is interrupted. */
export async function withDirectory<T>(use: (directory: string) => Promise<T>): Promise<T> {
  current = mkdtempSync(join(tmpdir(), "memory-tool-bench-"));
  try {
    return await use(current);
  } finally {
    remove();
  }
}

function remove(): void {
  if (current !== null) rmSync(current, { recursive: true, force: true });
  current = null;
}

process.on("exit", remove);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(1));
