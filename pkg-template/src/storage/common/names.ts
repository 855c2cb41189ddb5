/** The root of every memory path. */
export const ROOT = "/memories";

/** The names that lead from the root to `path`; none for the root itself. */
export function namesOf(path: string): string[] {
  return path === ROOT ? [] : path.slice(ROOT.length + 1).split("/");
}
