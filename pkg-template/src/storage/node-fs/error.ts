import { StorageError, type StorageErrorCode } from "../../errors.js";

/** Codes that are an answer about what lies at a path, not a failure: nothing, or something of another kind. */
const NOTHING_THERE: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "ELOOP", "EISDIR", "ENXIO", "ENODEV"]);

/** How a directory refuses to be replaced or an exclusive name to be taken a second time. */
const TAKEN: ReadonlySet<string> = new Set(["EEXIST", "ENOTEMPTY", "EISDIR"]);

/** How file systems say that they have no hard links. EPERM also stands for a link that is merely not permitted. */
const NO_HARD_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

const FAILURES: Readonly<Record<string, StorageErrorCode>> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EFBIG: "full",
  EACCES: "denied",
  EPERM: "denied",
  EROFS: "read_only",
  ENAMETOOLONG: "name_not_allowed",
  EILSEQ: "name_not_allowed",
};

/** The error of a system call as what the contract says about it. */
export function storageError(error: unknown, outcome: "unchanged" | "unknown"): StorageError {
  if (error instanceof StorageError) return error;
  const systemCode = codeOf(error);
  return new StorageError(meaning(error, systemCode), `the file system answered ${systemCode}`, {
    outcome,
    cause: error,
  });
}

export function isNothingThere(error: unknown): boolean {
  return NOTHING_THERE.has(codeOf(error));
}

export function isTaken(error: unknown): boolean {
  return TAKEN.has(codeOf(error));
}

export function isNoHardLinks(error: unknown): boolean {
  return NO_HARD_LINKS.has(codeOf(error));
}

export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "no code";
}

function meaning(error: unknown, systemCode: string): StorageErrorCode {
  // EINVAL from a call that took a path is about the name; from one on a descriptor it is not.
  if (systemCode === "EINVAL" && error instanceof Error && "path" in error) return "name_not_allowed";
  return Object.hasOwn(FAILURES, systemCode) ? (FAILURES[systemCode] ?? "unavailable") : "unavailable";
}

/** Runs what changes nothing, or nothing before it can no longer fail. */
export function unchanged<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw storageError(error, "unchanged");
  }
}
