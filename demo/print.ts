import { styleText } from "node:util";

const LINES = 8;
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
  console.log(`\n${paint("bold", "user")}    ${text}`);
}

export function said(text: string): void {
  console.log(`${paint("bold", "claude")}  ${text}`);
}

/** A call of the tool: the command, and its fields on one line. */
export function called({ command, ...fields }: Record<string, unknown>): void {
  const text = Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  console.log(`  ${paint("yellow", `→ ${String(command)}`)} ${cut(text.join(" "))}`);
}

export function answered(content: string, isError: boolean): void {
  const lines = content.split("\n");
  const shown =
    lines.length > LINES ? [...lines.slice(0, LINES - 1), `… ${lines.length - LINES + 1} more lines`] : lines;
  const [first = "", ...rest] = shown.map((line) => cut(line));
  const [mark, style] = isError ? (["✗", "red"] as const) : (["✓", "green"] as const);
  console.log(`    ${paint(style, `${mark} ${first}`)}`);
  for (const line of rest) {
    console.log(`      ${paint("dim", line)}`);
  }
}

export function file(name: string, text: string): void {
  console.log(`\n  ${paint("bold", name)}`);
  for (const line of text.trimEnd().split("\n")) {
    console.log(`    ${line}`);
  }
}

function cut(text: string): string {
  return text.length > WIDTH ? `${text.slice(0, WIDTH - 1)}…` : text;
}
