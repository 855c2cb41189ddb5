import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArguments, USAGE } from "./arguments.js";
import { startMessagesApi } from "./messages-api.js";
import { file, heading, note } from "./print.js";
import { firstSession, type Script, secondSession } from "./script.js";
import { runSession } from "./session.js";

// The scripted sessions have a folder of their own, which starts empty; what a live session keeps is never removed.
const HOME = resolve("memory-demo");
const SCRIPTED = join(HOME, "scripted");
const LIVE = join(HOME, "live");
// Beside the memory, not in it. Without this mark the folder is someone else's, and stays as it is.
const MARK = join(HOME, ".made-by-the-demo");

async function main(): Promise<void> {
  const { mode, prompt } = parseArguments(process.argv.slice(2), process.env);
  if (mode === "help") {
    console.log(USAGE);
  } else if (mode === "live") {
    heading(`A live session, with memory in ${shown(LIVE)}`);
    await runSession({ directory: LIVE, prompt });
    showFiles(LIVE);
  } else if (mode === "second") {
    await scripted(secondSession, prompt);
  } else {
    emptyScripted();
    heading("Session 1: an agent begins to work, and keeps what it learns in memory");
    await scripted(firstSession, "Set up the invoice service, and remember what we decide.");
    heading("Session 2: another process, which knows only what is in memory");
    const again = [fileURLToPath(import.meta.url), "--second"];
    const { status } = spawnSync(process.execPath, again, { stdio: "inherit" });
    if (status !== 0) {
      throw new Error("the second session failed");
    }
    showFiles(SCRIPTED);
  }
}

function emptyScripted(): void {
  mkdirSync(HOME, { recursive: true });
  if (existsSync(SCRIPTED) && !existsSync(MARK)) {
    throw new Error(
      `${shown(SCRIPTED)} is in the way: the demo did not make it, and would empty it. Move it elsewhere`,
    );
  }
  writeFileSync(MARK, "");
  rmSync(SCRIPTED, { recursive: true, force: true });
}

async function scripted(script: Script, prompt: string): Promise<void> {
  const api = await startMessagesApi(script);
  try {
    await runSession({ directory: SCRIPTED, prompt, baseURL: api.url });
    api.checkFinished();
  } finally {
    api.close();
  }
}

/** What lies on the disk, read from there and not through the tool. */
function showFiles(directory: string): void {
  heading(`What is on the disk, in ${shown(directory)}`);
  // A live session may have kept nothing.
  if (!existsSync(directory)) {
    note("Nothing.");
    return;
  }
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of files.sort()) {
    file(relative(directory, path), readFileSync(path, "utf8"));
  }
  note(`The files stay there. Look at them, or delete the folder: ${shown(directory)}`);
}

function shown(directory: string): string {
  return `./${relative(process.cwd(), directory)}`;
}

try {
  await main();
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
