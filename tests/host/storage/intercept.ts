import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** What `node-fs` calls, but `close`, which has nothing left to lose. */
const CALLS = [
  "fstatSync",
  "futimesSync",
  "linkSync",
  "lstatSync",
  "mkdirSync",
  "openSync",
  "opendirSync",
  "readSync",
  "readdirSync",
  "readlinkSync",
  "renameSync",
  "rmdirSync",
  "statSync",
  "symlinkSync",
  "unlinkSync",
  "writeSync",
  "fsync",
  "rmdir",
  "unlink",
  "write",
] as const;

export type CallName = (typeof CALLS)[number];

type AnyCall = (...of: unknown[]) => unknown;

/** The calls as they are while others are intercepted. */
export const real = Object.fromEntries(CALLS.map((name) => [name, fs[name]])) as Pick<typeof fs, CallName>;

/**
 * Has `before` asked before each call of the file system that `work` makes: with an error that it gives back the call fails.
 * Answers how many calls there were.
 */
export async function intercept(
  before: (call: number, name: CallName) => Error | null,
  work: () => Promise<void>,
): Promise<number> {
  let calls = 0;
  for (const name of CALLS) {
    const intercepted: AnyCall = (...of) => {
      calls += 1;
      const error = before(calls, name);
      if (error === null) return (real[name] as AnyCall)(...of);
      if (name.endsWith("Sync")) throw error;
      process.nextTick(of.at(-1) as AnyCall, error);
      return undefined;
    };
    Object.assign(fs, { [name]: intercepted });
  }
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    Object.assign(fs, real);
    syncBuiltinESMExports();
  }
  return calls;
}
