import type { Side } from "./row.js";

export interface Work {
  /** Before each timing, and not part of it. */
  reset?(): unknown;
  /** `call` counts the calls since the last reset. */
  run(call: number): unknown;
  /** Throws unless `result`, that of the first call after a reset, and what is on the disk are right. */
  check?(result: unknown): void;
}

/**
 * One timing is the mean of `batch` calls one after the other. Small ones need many: a single one is too near to the
 * clock's steps, and the first after a garbage collection finds cold caches.
 */
export function timed(batch: number, work: Work): Side {
  return {
    async check() {
      await work.reset?.();
      const result = await work.run(0);
      work.check?.(result);
    },
    async sample() {
      await work.reset?.();
      collectGarbage();
      const start = performance.now();
      for (let call = 0; call < batch; call += 1) await work.run(call);
      return (performance.now() - start) / batch;
    },
  };
}

/** So that nobody pays for what another left behind. */
function collectGarbage(): void {
  if (globalThis.gc === undefined) throw new Error("the benchmark needs node --expose-gc; start it by `npm run bench`");
  globalThis.gc();
}
