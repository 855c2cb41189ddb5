import { MemoryToolError } from "./errors.js";
import type { MemoryStorage } from "./storage.js";
import type { MemoryLimits, MemoryToolOptions } from "./types.js";

/** The options in the form in which the core takes them. */
export interface CoreOptions extends Required<MemoryLimits> {
  overwrite: boolean;
}

const LIMITS: Required<MemoryLimits> = {
  fileBytes: 1024 * 1024,
  totalBytes: 100 * 1024 * 1024,
  files: 10_000,
  viewCharacters: 16_000,
  imageCharacters: 5 * 1024 * 1024,
};
/** Below this a view could not even show a line's number and a few words. */
const MIN_VIEW_CHARACTERS = 100;
const VERBS = ["stat", "read", "write", "list", "remove", "rename", "usage"] as const;
const OPTIONS = ["storage", "limits", "createExisting", "singleWriter", "storageTimeoutMs", "onEvent"];
const DEFAULT_TIMEOUT_MS = 30_000;

/** Checks what the host set, when it sets it: JavaScript callers have no types to keep them from mistakes. */
export function checkOptions(options: MemoryToolOptions): { core: CoreOptions; timeoutMs: number } {
  if (typeof options !== "object" || options === null) {
    throw invalid("createMemoryTool needs options with a `storage`", options);
  }
  checkNames("option", options, OPTIONS);
  checkStorage(options.storage, options.singleWriter ?? false);
  const { limits = {}, createExisting = "error", storageTimeoutMs = DEFAULT_TIMEOUT_MS, onEvent } = options;
  if (typeof limits !== "object" || limits === null) {
    throw invalid("`limits` must be an object", limits);
  }
  checkNames("limit", limits, Object.keys(LIMITS));
  if (createExisting !== "error" && createExisting !== "overwrite") {
    throw invalid('`createExisting` must be "error" or "overwrite"', createExisting);
  }
  if (typeof storageTimeoutMs !== "number" || !(storageTimeoutMs > 0)) {
    throw invalid("`storageTimeoutMs` must be a number of milliseconds above 0, or Infinity", storageTimeoutMs);
  }
  if (onEvent !== undefined && typeof onEvent !== "function") {
    throw invalid("`onEvent` must be a function", onEvent);
  }
  const core = { ...LIMITS, overwrite: createExisting === "overwrite" };
  for (const name of Object.keys(LIMITS) as (keyof MemoryLimits)[]) {
    core[name] = checkLimit(name, limits[name] ?? LIMITS[name]);
  }
  return { core, timeoutMs: storageTimeoutMs };
}

function checkStorage(storage: unknown, singleWriter: unknown): void {
  if (typeof storage !== "object" || storage === null) {
    throw invalid('`storage` must be a store, such as nodeFs("./memory") or inMemory()', storage);
  }
  const missing = VERBS.filter((verb) => typeof (storage as Record<string, unknown>)[verb] !== "function");
  if (missing.length > 0) {
    throw new MemoryToolError("invalid_options", `\`storage\` lacks the methods ${missing.join(", ")}`);
  }
  if (typeof singleWriter !== "boolean") {
    throw invalid("`singleWriter` must be true or false", singleWriter);
  }
  if ((storage as MemoryStorage).capabilities?.compareAndSet === false && !singleWriter) {
    const message =
      "`storage` cannot keep edits of several writers apart: set `singleWriter: true` if there is only this one";
    throw new MemoryToolError("invalid_options", message);
  }
}

function checkLimit(name: keyof MemoryLimits, value: unknown): number {
  const least = name === "viewCharacters" ? MIN_VIEW_CHARACTERS : 0;
  const whole = typeof value === "number" && (Number.isSafeInteger(value) || value === Number.POSITIVE_INFINITY);
  if (!whole || value < least) {
    throw invalid(`\`limits.${name}\` must be a whole number from ${least} on, or Infinity`, value);
  }
  return value;
}

function checkNames(what: string, given: object, known: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new MemoryToolError("invalid_options", `there is no ${what} \`${unknown}\`; there are ${known.join(", ")}`);
  }
}

function invalid(message: string, got: unknown): MemoryToolError {
  const shown = typeof got === "string" ? JSON.stringify(got) : typeof got === "number" ? String(got) : typeof got;
  return new MemoryToolError("invalid_options", `${message}; got ${got === null ? "null" : shown}`);
}
