import type { MemoryCommand, MemoryResult } from "memory-tool";

/**
 * The handler that is written in an afternoon: files are strings in a `Map`, and there are no limits, no rules for names
 * and no directories of their own. What it answers in the rows of this benchmark is what we answer.
 */
export class MapHandler {
  readonly #files = new Map<string, string>();

  async execute(command: MemoryCommand): Promise<MemoryResult> {
    try {
      return { content: this.#run(command), is_error: false };
    } catch (error) {
      return { content: String(error), is_error: true };
    }
  }

  #run(command: MemoryCommand): string {
    switch (command.command) {
      case "view":
        return this.#view(command.path, command.view_range ?? undefined);
      case "create":
        if (this.#files.has(command.path)) throw new Error(`File ${command.path} already exists`);
        this.#files.set(command.path, command.file_text);
        return `File created successfully at: ${command.path}`;
      case "str_replace":
        return this.#replace(command.path, command.old_str, command.new_str ?? "");
      case "insert": {
        const lines = this.#read(command.path).split("\n");
        lines.splice(command.insert_line, 0, command.insert_text.replace(/\n$/u, ""));
        this.#files.set(command.path, lines.join("\n"));
        return `The file ${command.path} has been edited.`;
      }
      case "delete":
        if (!this.#files.delete(command.path)) throw new Error(`The path ${command.path} does not exist`);
        return `Successfully deleted ${command.path}`;
      default:
        this.#files.set(command.new_path, this.#read(command.old_path));
        this.#files.delete(command.old_path);
        return `Successfully renamed ${command.old_path} to ${command.new_path}`;
    }
  }

  #read(path: string): string {
    const text = this.#files.get(path);
    if (text === undefined) throw new Error(`The path ${path} does not exist`);
    return text;
  }

  #view(path: string, range: number[] | undefined): string {
    const text = this.#files.get(path);
    if (text === undefined) {
      const below = [...this.#files.keys()].filter((file) => file.startsWith(`${path}/`)).sort();
      return [`Files in ${path}:`, ...below].join("\n");
    }
    const lines = text.replace(/\n$/u, "").split("\n");
    const [first = 1, last = lines.length] = range ?? [];
    const shown = lines.slice(first - 1, last).map((line, i) => `${String(first + i).padStart(6)}\t${line}`);
    return `Here's the content of ${path} with line numbers:\n${shown.join("\n")}`;
  }

  #replace(path: string, oldText: string, newText: string): string {
    const text = this.#read(path);
    const hits = text.split(oldText).length - 1;
    if (hits === 0) throw new Error(`No replacement was performed, old_str \`${oldText}\` did not appear verbatim`);
    if (hits > 1) throw new Error(`No replacement was performed. Multiple occurrences of old_str \`${oldText}\``);
    const at = text.indexOf(oldText);
    const replaced = text.slice(0, at) + newText + text.slice(at + oldText.length);
    this.#files.set(path, replaced);
    const line = text.slice(0, at).split("\n").length;
    const first = Math.max(1, line - 2);
    const shown = replaced.split("\n").slice(first - 1, line + 2);
    const snippet = shown.map((one, i) => `${String(first + i).padStart(6)}\t${one}`);
    return `The memory file has been edited. Here is the snippet showing the change (with line numbers):\n${snippet.join("\n")}`;
  }
}
