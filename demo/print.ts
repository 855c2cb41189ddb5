import { styleText } from "node:util";

const ANSWER_LINES = 8;
const FILE_LINES = 40;
const WIDTH = 140;

type Style = Parameters<typeof styleText>[0];

function paint(style: Style, text: string): string {
  // Node 20 colours whatever it is told to; a pipe or NO_COLOR wants none.
  const colours = process.stdout.isTTY && !process.env["NO_COLOR"];
  return colours ? styleText(style, text) : text;
}

export function heading(text: string): void {
  console.log(`\n${paint(["bold", "cyan"], `── ${text} `)}`);
}

export function note(text: string): void {
  console.log(`\n${paint("dim", text)}`);
}

export function asked(text: string): void {
  console.log(`\n${paint("bold", "user")}    ${plain(text)}`);
}

export function said(text: string): void {
  console.log(`${paint("bold", "claude")}  ${plain(text)}`);
}

/** A call of the tool: the command, and its fields on one line. A model may send anything. */
export function called(input: unknown): void {
  const { command, ...fields } = isObject(input) ? input : { command: input };
  const name = typeof command === "string" ? command : JSON.stringify(command);
  const text = Object.entries(fields).map(([field, value]) => `${field}=${JSON.stringify(value)}`);
  console.log(`  ${paint("yellow", `→ ${cut(name ?? "(no command)")}`)} ${cut(text.join(" "))}`);
}

export function answered(content: string, isError: boolean): void {
  const [first = "", ...rest] = shortened(content, ANSWER_LINES);
  const [mark, style] = isError ? (["✗", "red"] as const) : (["✓", "green"] as const);
  console.log(`    ${paint(style, `${mark} ${first}`)}`);
  for (const line of rest) {
    console.log(`      ${paint("dim", line)}`);
  }
}

export function file(name: string, text: string): void {
  console.log(`\n  ${paint("bold", plain(name))}`);
  for (const line of shortened(text.trimEnd(), FILE_LINES)) {
    console.log(`    ${line}`);
  }
}

function shortened(text: string, limit: number): string[] {
  const lines = text.split("\n");
  const more = lines.length - limit + 1;
  return (more > 1 ? [...lines.slice(0, limit - 1), `… ${more} more lines`] : lines).map((line) => cut(line));
}

function cut(text: string): string {
  return plain(text.length > WIDTH ? `${text.slice(0, WIDTH - 1)}…` : text);
}

/** What a model wrote must not steer the terminal. */
function plain(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, "�");
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
