import type { MemoryStorage } from "../storage.js";
import type { Clients } from "./behaviour.js";

/** Begins `count` calls before any is awaited, taking turns between the two clients. */
export function race<T>(
  { storage, second }: Clients,
  count: number,
  call: (client: MemoryStorage, index: number) => T | PromiseLike<T>,
): Promise<T[]> {
  // Async, so that a client which throws at once does not keep the others from starting.
  return Promise.all(Array.from({ length: count }, async (_, i) => call(i % 2 === 0 ? storage : second, i)));
}

/** The indices of the results that are done. */
export function winners(results: readonly { readonly status: string }[]): number[] {
  return results.flatMap(({ status }, i) => (status === "ok" ? [i] : []));
}

export function count(results: readonly { readonly status: string }[], status: string): number {
  return results.filter((result) => result.status === status).length;
}

/** Lets the timers, and so the input and output, of the environment come in between. */
export function turnOfTheEventLoop(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
