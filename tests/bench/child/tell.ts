import { readFileSync } from "node:fs";
import type { MemoryCommand } from "memory-tool";

/** What a process of the benchmark says of itself. */
export interface Told {
  /** From the start of the process to the answer. */
  ms: number;
  /** The most memory that it had. */
  peakMb: number;
  /** The answers' texts are kept in the process; only their lengths are told. */
  lengths: number[];
}

export interface Task {
  place: string;
  commands: MemoryCommand[];
}

export const task = (): Task => JSON.parse(process.argv[2] ?? "") as Task;

export function tell(ms: number, answers: readonly string[] = []): void {
  const told: Told = { ms, peakMb: peakKb() / 1024, lengths: answers.map((answer) => answer.length) };
  process.stdout.write(JSON.stringify(told));
}

function peakKb(): number {
  // Linux hands down the peak of the process that started this one to what getrusage tells, but not to this.
  if (process.platform === "linux")
    return Number(/^VmHWM:\s*(\d+)/mu.exec(readFileSync("/proc/self/status", "utf8"))?.[1]);
  return process.resourceUsage().maxRSS;
}
