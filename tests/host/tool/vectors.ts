import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { MemoryToolOptions, StorageCapabilities } from "memory-tool";

/** The cases of tests/vectors, which tests/support/vectors.rs reads for Rust in the same way. */
export interface Case {
  name: string;
  why: string;
  options: Omit<MemoryToolOptions, "storage">;
  capabilities: Partial<StorageCapabilities> | undefined;
  before: Tree;
  calls: { input: unknown; content: unknown; is_error: boolean }[];
  after: Tree;
}

/** Paths below the root; directories have no bytes. */
export type Tree = Map<string, Uint8Array | null>;

interface RawCase {
  name: string;
  why: string;
  options?: { limits?: Record<string, number | "Infinity">; createExisting?: "error" | "overwrite" };
  store?: Partial<StorageCapabilities>;
  before?: RawTree;
  calls: { input: unknown; content: unknown; is_error: boolean }[];
  after?: RawTree;
}

type RawTree = Record<string, unknown>;

export function allCases(): Case[] {
  const directory = join(process.cwd(), "tests/vectors");
  const files = readdirSync(directory).sort();
  return files.flatMap((file) => {
    const { cases } = JSON.parse(readFileSync(join(directory, file), "utf8")) as { cases: RawCase[] };
    return cases.map(toCase);
  });
}

function toCase(raw: RawCase): Case {
  const { limits, createExisting } = raw.options ?? {};
  const numbers = Object.entries(limits ?? {}).map(([name, limit]) => [name, Number(limit)]);
  const before = toTree(raw.before ?? {});
  return {
    name: raw.name,
    why: raw.why,
    options: {
      ...(limits && { limits: Object.fromEntries(numbers) as Record<string, number> }),
      ...(createExisting && { createExisting }),
    },
    capabilities: raw.store,
    before,
    calls: raw.calls.map((call) => ({
      input: expand(call.input),
      content: expand(call.content),
      is_error: call.is_error,
    })),
    after: raw.after ? toTree(raw.after) : before,
  };
}

function toTree(raw: RawTree): Tree {
  const tree: Tree = new Map();
  for (const [path, content] of Object.entries(raw)) {
    for (let slash = path.indexOf("/", 1); slash > 0; slash = path.indexOf("/", slash + 1)) {
      const parent = path.slice(0, slash);
      if (parent !== "/memories" && !tree.has(parent)) {
        tree.set(parent, null);
      }
    }
    tree.set(path, toBytes(content));
  }
  return tree;
}

function toBytes(content: unknown): Uint8Array | null {
  if (content === null) {
    return null;
  }
  const { base64 } = content as { base64?: string };
  return Uint8Array.from(Buffer.from(base64 ?? (expand(content) as string), base64 === undefined ? "utf8" : "base64"));
}

/** The value with every `{"$text": […]}` in it replaced by the text that it describes. */
function expand(value: unknown): unknown {
  if (typeof value !== "object" || value === null) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map(expand);
  }
  if ("$text" in value) {
    return (value.$text as Part[]).map(partText).join("");
  }
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, expand(field)]));
}

type Part = string | { repeat: string; times: number } | { lines: string; from: number; to: number };

function partText(part: Part): string {
  if (typeof part === "string") {
    return part;
  }
  if ("repeat" in part) {
    return part.repeat.repeat(part.times);
  }
  let text = "";
  for (let number = part.from; number <= part.to; number += 1) {
    text += part.lines.replaceAll("{n6}", String(number).padStart(6)).replaceAll("{n}", String(number));
  }
  return text;
}
