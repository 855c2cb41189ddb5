import { parseArgs } from "node:util";

export const USAGE = `npm run demo                      two scripted sessions, with no key and no network
npm run demo -- --live "prompt"   a session with the real API: needs ANTHROPIC_API_KEY; ANTHROPIC_MODEL picks the model
npm run demo -- --help            this text`;

export interface Arguments {
  mode: "scripted" | "second" | "live" | "help";
  prompt: string;
}

export function parseArguments(args: string[], env: NodeJS.ProcessEnv): Arguments {
  const { values, positionals } = parse(args);
  if (values.help) {
    return { mode: "help", prompt: "" };
  }
  if (values.live) {
    const prompt = positionals.join(" ");
    if (!prompt) {
      throw new Error(`--live needs a prompt: npm run demo -- --live "Remember that I prefer tabs."`);
    }
    if (!env["ANTHROPIC_API_KEY"]) {
      throw new Error("--live talks to the real API and needs its key: set ANTHROPIC_API_KEY, or leave --live out");
    }
    return { mode: "live", prompt };
  }
  if (positionals.length > 0) {
    throw new Error(`a prompt goes with --live\n\n${USAGE}`);
  }
  return values.second
    ? { mode: "second", prompt: "Go on with the invoice service." }
    : { mode: "scripted", prompt: "" };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      // `second` is for the demo itself: it starts a process of its own for the second session.
      options: { help: { type: "boolean" }, live: { type: "boolean" }, second: { type: "boolean" } },
    });
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : "unknown arguments"}\n\n${USAGE}`, { cause: error });
  }
}
