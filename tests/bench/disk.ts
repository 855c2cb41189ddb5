// The bare calls that both sides come down to: for laying out files, and as the floor.
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { open, rename } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Writes a file that is whole on the disk afterwards, so that nobody is charged for bringing it there later. */
export function put(file: string, content: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  const descriptor = openSync(file, "w");
  writeFileSync(descriptor, content);
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Many small files, which only together are brought to the disk. */
export function putMany(directory: string, count: number, content: string): void {
  mkdirSync(directory, { recursive: true });
  for (let i = 0; i < count; i += 1) writeFileSync(join(directory, fileName(i)), content);
  syncDirectory(directory);
}

export const fileName = (index: number): string => `note-${String(index).padStart(6, "0")}.md`;

export function syncDirectory(directory: string): void {
  const descriptor = openSync(directory, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Makes a new file: written and synced. */
export function createFile(file: string, content: string | Buffer): void {
  const descriptor = openSync(file, "wx");
  writeFileSync(descriptor, content);
  fsyncSync(descriptor);
  closeSync(descriptor);
}

/** Replaces a file: written under another name, synced, renamed. */
export function replaceFile(file: string, content: string | Buffer): void {
  createFile(`${file}.new`, content);
  renameSync(`${file}.new`, file);
}

/** The same, with others at the same time. */
export async function replaceFileAsync(file: string, content: string | Buffer): Promise<void> {
  const handle = await open(`${file}.new`, "wx");
  await handle.writeFile(content);
  await handle.sync();
  await handle.close();
  await rename(`${file}.new`, file);
}

/** Everything below a directory: the content of files by path, and `null` for a directory. */
export function treeOf(directory: string): Map<string, string | null> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .map((entry): [string, string | null] => {
        const path = join(entry.parentPath, entry.name);
        return [path.slice(directory.length), entry.isDirectory() ? null : readFileSync(path, "utf8")];
      })
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

export function empty(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
}
