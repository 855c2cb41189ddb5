import { BetaLocalFilesystemMemoryTool } from "@anthropic-ai/sdk/tools/memory/node";
import type { MemoryCommand } from "memory-tool";
import { task, tell } from "./tell.js";

type View = MemoryCommand & { command: "view"; view_range?: number[] };

const { place, commands } = task();
const memory = await BetaLocalFilesystemMemoryTool.init(place);
const answers: string[] = [];
for (const command of commands) answers.push(await memory.view(command as View));
tell(performance.now(), answers);
