import { readFileSync, readlinkSync } from "node:fs";
import { codeOf } from "./error.js";

/** What can be told of the process that left something on the disk. */
export type Life =
  /** It is this one, in this thread. */
  | "own"
  /** It runs. */
  | "alive"
  | "dead"
  /** It ran on another machine, in another container or before the last start of this one: nobody here can see it. */
  | "unknown";

interface Owner {
  pid: string;
  /** When the process began, since its number is used again after it; 0 where the system does not tell. */
  start: string;
  /** Where its number means something: this start of this machine, and the container. */
  space: string;
  /** Of a process, this load of this module: one for each thread. */
  load: string;
}

const SHAPE = /^(\d+)-(\d+)-(\w+)-(\w+)(?:-|$)/;

let self: Owner | undefined;

/** Names us, in a form that a file's name can hold and `lifeOf` reads. */
export function ownerName(): string {
  const { pid, start, space, load } = owner();
  return `${pid}-${start}-${space}-${load}`;
}

/** Of the owner that a text names at its beginning. */
export function lifeOf(text: string): Life {
  const [, pid, start, space, load] = SHAPE.exec(text) ?? [];
  const here = owner();
  if (pid === undefined || space !== here.space) return "unknown";
  if (pid === here.pid && start === here.start) return load === here.load ? "own" : "alive";
  return runs(Number(pid)) && (start === "0" || startOf(pid) === start) ? "alive" : "dead";
}

function owner(): Owner {
  const pid = String(process.pid);
  // Asked anew after a fork that kept the module, as some test runners and snapshots do.
  if (self?.pid !== pid) {
    self = { pid, start: startOf(pid) ?? "0", space: space(), load: Math.random().toString(36).slice(2, 8) };
  }
  return self;
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It runs, and is another user's.
    return codeOf(error) === "EPERM";
  }
}

/** In ticks since the machine's start; `null` for a process that has ended and whose parent has not asked why. */
function startOf(pid: string): string | null {
  if (process.platform !== "linux") return "0";
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name, in brackets, may hold anything.
    const [state, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" || state === "X" ? null : (rest[18] ?? "0");
  } catch {
    return "0";
  }
}

function space(): string {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1");
    return words(boot).slice(0, 12) + words(readlinkSync("/proc/self/ns/pid"));
  } catch {
    // Loaded where it is needed: an import takes time at every start.
    return words(process.getBuiltinModule("node:os").hostname()) || "here";
  }
}

function words(text: string): string {
  return text.replaceAll(/\W/g, "");
}
