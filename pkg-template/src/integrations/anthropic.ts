import { betaMemoryTool } from "@anthropic-ai/sdk/helpers/beta/memory";
import type { BetaRunnableTool } from "@anthropic-ai/sdk/lib/tools/BetaRunnableTool";
import { ToolError } from "@anthropic-ai/sdk/lib/tools/ToolError";
import type { MemoryCommand, MemoryResult, MemoryTool, MemoryToolResult } from "../types.js";

/** What may stand in the `tools` entry besides its type and name, `cache_control` for instance. */
export type MemoryToolProps = NonNullable<Parameters<typeof betaMemoryTool>[1]>;

/**
 * The tool for the SDK's tool runner.
 *
 * ```ts
 * const runner = client.beta.messages.toolRunner({ model, max_tokens, messages, tools: [memoryTool(memory)] });
 * ```
 *
 * A failure is thrown as the SDK's `ToolError`, so that the model reads our text with `is_error` and not a second `Error:`
 * before it.
 */
export function memoryTool(memory: MemoryTool, extraProps?: MemoryToolProps): BetaRunnableTool<MemoryCommand> {
  const run = async (input: unknown): Promise<MemoryResult["content"]> => {
    const { content, is_error } = await memory.execute(input);
    if (is_error) {
      const failure = new ToolError(content);
      // The runner of another copy of the SDK (CommonJS loads one of its own) does not know this class: it takes the
      // message instead of the content, and writes `Error: ` before it.
      failure.message = failure.message.replace(/^Error: /u, "");
      throw failure;
    }
    return content;
  };
  // The SDK's helper makes the definition. Its own `run` would turn an unknown command into an error of its own words.
  const tool = betaMemoryTool(
    { view: run, create: run, str_replace: run, insert: run, delete: run, rename: run },
    extraProps,
  );
  return { ...tool, run };
}

/** An assistant message, of either of the SDK's kinds or of one's own making. */
export interface AssistantMessage {
  content: readonly { type: string }[];
}

/**
 * Runs all memory calls of an assistant message, at once, and answers them with a user message, in their order; `null`
 * where there are none.
 *
 * ```ts
 * for (;;) {
 *   const message = await client.messages.create({ model, max_tokens, messages, tools: [memory.definition] });
 *   messages.push({ role: "assistant", content: message.content });
 *   const results = await toolResults(message, memory);
 *   if (!results) break;
 *   messages.push(results);
 * }
 * ```
 *
 * Calls of other tools are the caller's: the API wants their `tool_result` blocks in this same message,
 * `{ role: "user", content: [...(results?.content ?? []), ...others] }`.
 */
export async function toolResults(
  message: AssistantMessage,
  memory: MemoryTool,
): Promise<{ role: "user"; content: MemoryToolResult[] } | null> {
  const content = await Promise.all(message.content.filter(isMemoryCall).map((call) => memory.toolResult(call)));
  return content.length > 0 ? { role: "user", content } : null;
}

interface MemoryCall {
  type: "tool_use";
  id: string;
  name: "memory";
  input: unknown;
}

function isMemoryCall(block: { type: string; name?: unknown }): block is MemoryCall {
  return block.type === "tool_use" && block.name === "memory";
}
