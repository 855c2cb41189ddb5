import Anthropic from "@anthropic-ai/sdk";
import { createMemoryTool, type MemoryTool } from "memory-tool";
import { memoryTool } from "memory-tool/anthropic";
import { nodeFs } from "memory-tool/storage/node-fs";
import { answered, asked, called, note, said } from "./print.js";

export interface Session {
  directory: string;
  prompt: string;
  /** Where the Messages API is; without it the real one. */
  baseURL?: string;
}

/** An agent as anyone would write it: the SDK's client and tool runner, with our memory on disk. */
export async function runSession({ directory, prompt, baseURL }: Session): Promise<void> {
  const client = baseURL === undefined ? new Anthropic() : new Anthropic({ baseURL, apiKey: "none", maxRetries: 0 });
  const memory = createMemoryTool({ storage: nodeFs(directory) });
  asked(prompt);
  const runner = client.beta.messages.toolRunner({
    model: process.env["ANTHROPIC_MODEL"] ?? "claude-opus-5-5",
    max_tokens: 2048,
    messages: [{ role: "user", content: prompt }],
    tools: [memoryTool(shown(memory))],
    max_iterations: 20,
  });
  for await (const message of runner) {
    for (const block of message.content) {
      if (block.type === "text") {
        said(block.text);
      }
    }
    if (message.stop_reason !== "tool_use" && message.stop_reason !== "end_turn") {
      note(`The reply ended early: ${message.stop_reason ?? "no reason was given"}`);
    }
  }
}

/** The same tool, which prints each call with its answer as it comes in. */
function shown(memory: MemoryTool): MemoryTool {
  return {
    definition: memory.definition,
    toolResult: (toolUse) => memory.toolResult(toolUse),
    async execute(input) {
      const result = await memory.execute(input);
      called(input);
      answered(typeof result.content === "string" ? result.content : "[an image]", result.is_error);
      return result;
    },
  };
}
