import { join } from "node:path";
import { createMemoryTool } from "memory-tool";
import { nodeFs } from "memory-tool/storage/node-fs";
import { task, tell } from "./tell.js";

const { place, commands } = task();
const memory = createMemoryTool({ storage: nodeFs(join(place, "memories")), limits: { viewCharacters: Infinity } });
const answers: string[] = [];
for (const command of commands) answers.push((await memory.execute(command)).content as string);
tell(performance.now(), answers);
