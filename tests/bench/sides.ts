// The two that are compared. Both keep the root /memories in `${place}/memories`, so that they can share what only is read.
import { join } from "node:path";
import { BetaLocalFilesystemMemoryTool } from "@anthropic-ai/sdk/tools/memory/node";
import {
  createMemoryTool,
  type MemoryCommand,
  type MemoryLimits,
  type MemoryResult,
  type MemoryStorage,
} from "memory-tool";
import { nodeFs } from "memory-tool/storage/node-fs";

export type Execute = (command: MemoryCommand) => Promise<MemoryResult>;

/** The SDK's tool neither cuts what it shows nor limits what it keeps. */
export const UNCUT: MemoryLimits = { viewCharacters: Infinity, fileBytes: Infinity };

export function ours(place: string, limits: MemoryLimits = {}): Execute {
  return over(nodeFs(join(place, "memories")), limits);
}

export function over(storage: MemoryStorage, limits: MemoryLimits = {}): Execute {
  const memory = createMemoryTool({ storage, limits });
  return (command) => memory.execute(command);
}

export async function sdk(place: string): Promise<Execute> {
  const tool = await BetaLocalFilesystemMemoryTool.init(place);
  return async (command) => {
    try {
      return { content: await dispatch(tool, command), is_error: false };
    } catch (error) {
      return { content: error instanceof Error ? error.message : String(error), is_error: true };
    }
  };
}

function dispatch(tool: BetaLocalFilesystemMemoryTool, command: MemoryCommand): Promise<string> {
  switch (command.command) {
    case "view": {
      const { view_range: range, ...rest } = command;
      return tool.view(range ? { ...rest, view_range: range } : rest);
    }
    case "create":
      return tool.create(command);
    case "str_replace":
      return tool.str_replace({ ...command, new_str: command.new_str ?? "" });
    case "insert":
      return tool.insert(command);
    case "delete":
      return tool.delete(command);
    default:
      return tool.rename(command);
  }
}
