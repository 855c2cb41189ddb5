/** What a store of one's own is tested with. Runs wherever JavaScript does: it needs no test runner of its own. */
export { storageConformance } from "./testing/conformance.js";
export type { ConformanceOptions, MakeStore, RegisterTest, StoreUnderTest } from "./testing/conformance.js";
export { faulty } from "./testing/faulty.js";
export type { Fault, FaultyStorage, Verb } from "./testing/faulty.js";
