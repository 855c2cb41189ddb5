// What the files hold, the same in every run, and what has to be shown of it.

const WORDS =
  "prefers email follow up invoice sent customer acme project deadline moved to friday tabs over spaces".split(" ");
const CJK_WORDS = ["客户喜欢", "邮件", "项目", "截止日期", "改到", "星期五", "発票", "送信済み", "회의록"];

/** Lines of about 60 characters; `bytes` in all, of which the last is a newline. */
export function prose(bytes: number): string {
  return lines(WORDS, " ", bytes);
}

/** The same without a character of ASCII but the newlines: three bytes each in UTF-8. */
export function cjk(bytes: number): string {
  return lines(CJK_WORDS, "、", bytes);
}

function lines(words: readonly string[], separator: string, bytes: number): string {
  const all: string[] = [];
  let left = bytes;
  for (let number = 0; left > 0; number += 1) {
    const chosen = Array.from({ length: 7 + (number % 5) }, (_, i) => words[(number * 7 + i * 3) % words.length]);
    const line = `${chosen.join(separator)}\n`;
    left -= Buffer.byteLength(line);
    all.push(line);
  }
  return cutToBytes(all.join(""), bytes);
}

function cutToBytes(text: string, bytes: number): string {
  const whole = Buffer.from(text);
  const end = bytes - 1;
  // Not in the middle of a character.
  let from = end;
  while (((whole[from] ?? 0) & 0xc0) === 0x80) from -= 1;
  return `${whole.toString("utf8", 0, from)}${"x".repeat(end - from)}\n`;
}

/** A line, by its number, replaced by another. */
export function withLine(text: string, number: number, line: string): string {
  return (
    linesOf(text)
      .with(number - 1, line)
      .join("\n") + "\n"
  );
}

/** Without what comes after the final newline. */
export function linesOf(text: string): string[] {
  return text.replace(/\n$/u, "").split("\n");
}

/** The lines from `first` to `last` as a view shows them. */
export function numbered(text: string, first = 1, last = Infinity): string {
  return linesOf(text)
    .slice(first - 1, last)
    .map((line, i) => `${String(first + i).padStart(6)}\t${line}`)
    .join("\n");
}

export const viewHeader = (path: string): string => `Here's the content of ${path} with line numbers:\n`;
