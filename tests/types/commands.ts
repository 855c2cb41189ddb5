// Compiled, never run: our types against those of the real SDK.
import type Anthropic from "@anthropic-ai/sdk";
import type { MemoryCommand, MemoryResult, MemoryTool, MemoryToolOptions, MemoryToolResult } from "memory-tool";
import { memoryTool, toolResults } from "memory-tool/anthropic";

type Sdk = Anthropic.Beta.BetaMemoryTool20250818Command;
type SdkContent = NonNullable<Anthropic.Beta.BetaToolResultBlockParam["content"]>;

/** Fails to compile unless the value can be given where `To` is expected. */
function fits<To>(value: To): To {
  return value;
}

declare const sdkCommand: Sdk;
declare const ourCommand: MemoryCommand;
declare const content: MemoryResult["content"];
declare const result: MemoryToolResult;
declare const memory: MemoryTool;
declare const message: Anthropic.Message;
declare const betaMessage: Anthropic.Beta.BetaMessage;
declare const client: Anthropic;

// Ours takes every command of theirs, and has no other.
fits<MemoryCommand>(sdkCommand);
fits<Sdk["command"]>(ourCommand.command);

// What comes back fits into their requests, of both kinds.
fits<SdkContent>(content);
fits<Anthropic.ToolResultBlockParam>(result);
fits<Anthropic.Beta.BetaToolResultBlockParam>(result);
fits<Anthropic.Beta.BetaToolUnion>(memory.definition);
fits<Anthropic.ToolUnion>(memory.definition);

export async function loops(): Promise<void> {
  const results = await toolResults(message, memory);
  const betaResults = await toolResults(betaMessage, memory);
  if (results && betaResults) {
    fits<Anthropic.MessageParam>(results);
    fits<Anthropic.Beta.BetaMessageParam>(betaResults);
  }
  await client.beta.messages.toolRunner({
    model: "claude-opus-5-5",
    max_tokens: 1,
    messages: [],
    tools: [memoryTool(memory, { cache_control: { type: "ephemeral" } })],
  });
}

// Mistakes in our options are found by the compiler too.
// @ts-expect-error -- `storage` is missing
export const withoutStorage: MemoryToolOptions = {};
export const misspelt = (options: MemoryToolOptions): MemoryToolOptions => ({
  ...options,
  // @ts-expect-error -- there is no such limit
  limits: { maxBytes: 1 },
});
