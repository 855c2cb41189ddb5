import assert from "node:assert/strict";
import type { MemoryResult } from "memory-tool";

/** The text of an answer that has to be one, and no error. */
export function textOf(result: unknown): string {
  const { content, is_error } = result as MemoryResult;
  assert.ok(typeof content === "string");
  assert.equal(is_error, false, content);
  return content;
}
