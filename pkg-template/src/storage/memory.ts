import { StorageError } from "../errors.js";
import type {
  ListOptions,
  ListPage,
  MemoryStorage,
  ReadOptions,
  ReadResult,
  RemoveOptions,
  RemoveResult,
  RenameOptions,
  RenameResult,
  Stat,
  StorageCapabilities,
  Usage,
  WriteOptions,
  WriteResult,
} from "../storage.js";
import { fits } from "./common/budget.js";
import { namesOf, ROOT } from "./common/names.js";
import { nextPage, Walk } from "./common/walk.js";
import { DirectoryNode, FileNode, type NamedNode, type Node } from "./memory/node.js";

export interface InMemoryOptions {
  /** What the store claims of itself. With `foldsCase` it behaves like a place that takes `A` and `a` for one name. */
  capabilities?: Partial<StorageCapabilities>;
}

/** A store that lives as long as its object: for tests, demos and agents that need nothing beyond one session. */
export function inMemory(options: InMemoryOptions = {}): MemoryStorage {
  return new InMemoryStorage(options.capabilities ?? {});
}

/** Where a new name would go: the deepest directory there is, the directories to be made below it, and the name. */
interface Way {
  directory: DirectoryNode;
  missing: string[];
  name: string;
}

class InMemoryStorage implements MemoryStorage {
  readonly capabilities: Partial<StorageCapabilities>;
  readonly #root: DirectoryNode;
  readonly #usage: Usage = { files: 0, bytes: 0 };
  #versions = 0;

  constructor(capabilities: Partial<StorageCapabilities>) {
    this.capabilities = { ...capabilities };
    this.#root = new DirectoryNode(this.#nextVersion());
  }

  stat(path: string): Stat | null {
    const node = this.#find(path);
    return node && { kind: node.kind, size: node.size, version: node.version, modified: node.modified };
  }

  read(path: string, options: ReadOptions): ReadResult {
    const node = this.#find(path);
    if (node?.kind !== "file") return { status: "missing" };
    if (options.version !== undefined && options.version !== node.version) return { status: "changed" };
    const from = options.offset ?? 0;
    const to = options.length === undefined ? node.size : from + options.length;
    // A copy: what a reader does with its bytes must not reach the file.
    return { status: "ok", bytes: node.bytes.slice(from, to), version: node.version, size: node.size };
  }

  write(path: string, bytes: Uint8Array, options: WriteOptions): WriteResult {
    const { when, budget } = options;
    const way = this.#way(path);
    if (typeof way === "string") return { status: "not_a_directory", path: way };
    const there = this.#end(way);
    if (when === "absent") {
      if (there !== undefined || this.#hasTwin(way)) return { status: "exists" };
    } else if (when === "any") {
      if (there?.kind === "directory") return { status: "is_directory" };
      if (there === undefined && this.#hasTwin(way)) throw nameNotAllowed();
    } else if (there?.kind !== "file" || there.version !== when.version) {
      return { status: "changed" };
    }
    const growth = {
      files: way.missing.length + (there === undefined ? 1 : 0),
      bytes: bytes.byteLength - (there?.size ?? 0),
    };
    if (budget && !fits(this.#usage, growth, budget)) return { status: "over_budget", usage: this.usage() };
    const version = this.#nextVersion();
    this.#makeDirectories(way).set(way.name, new FileNode(owned(bytes), version));
    this.#usage.files += growth.files;
    this.#usage.bytes += growth.bytes;
    return { status: "ok", version };
  }

  list(directory: string, options: ListOptions): ListPage | null {
    if (this.#find(directory)?.kind !== "directory") return null;
    const walk = new Walk((path) => this.#childrenOf(path), directory, options.depth, options.cursor);
    return nextPage(walk, (path, { kind, node }) => ({ path, kind, size: node.size }));
  }

  remove(path: string, options: RemoveOptions): RemoveResult {
    const way = this.#existing(path);
    if (way === null) return { status: "missing" };
    const { node } = way;
    if (options.version !== undefined && (node.kind !== "file" || node.version !== options.version)) {
      return { status: "changed" };
    }
    way.directory.delete(way.name);
    const below = node.kind === "directory" ? node.holds() : { files: 0, bytes: node.size };
    this.#usage.files -= 1 + below.files;
    this.#usage.bytes -= below.bytes;
    return { status: "ok" };
  }

  rename(from: string, to: string, options: RenameOptions): RenameResult {
    const source = this.#existing(from);
    if (source === null) return { status: "missing" };
    const way = this.#way(to);
    if (typeof way === "string") return { status: "not_a_directory", path: way };
    if (this.#end(way) !== undefined || this.#hasTwin(way)) return { status: "exists" };
    const growth = { files: way.missing.length, bytes: 0 };
    if (options.budget && !fits(this.#usage, growth, options.budget)) {
      return { status: "over_budget", usage: this.usage() };
    }
    this.#makeDirectories(way).set(way.name, source.node);
    source.directory.delete(source.name);
    this.#usage.files += growth.files;
    return { status: "ok" };
  }

  usage(): Usage {
    return { ...this.#usage };
  }

  #nextVersion(): string {
    this.#versions += 1;
    return String(this.#versions);
  }

  #find(path: string): Node | null {
    let node: Node | undefined = this.#root;
    for (const name of namesOf(path)) {
      if (node?.kind !== "directory") return null;
      node = node.get(name);
    }
    return node ?? null;
  }

  /** What lies at `path`, and where. */
  #existing(path: string): { directory: DirectoryNode; name: string; node: Node } | null {
    const slash = path.lastIndexOf("/");
    const directory = this.#find(path.slice(0, slash));
    if (directory?.kind !== "directory") return null;
    const name = path.slice(slash + 1);
    const node = directory.get(name);
    return node === undefined ? null : { directory, name, node };
  }

  /** The way to `path`, or the path of the file that blocks it. */
  #way(path: string): Way | string {
    const above = namesOf(path);
    const name = above.pop() ?? "";
    let directory = this.#root;
    let reached = ROOT;
    for (const [i, step] of above.entries()) {
      const next = directory.get(step);
      if (next === undefined) {
        if (this.capabilities.foldsCase && directory.hasTwin(step)) throw nameNotAllowed();
        return { directory, missing: above.slice(i), name };
      }
      reached += `/${step}`;
      if (next.kind === "file") return reached;
      directory = next;
    }
    return { directory, missing: [], name };
  }

  /** What lies at the end of the way. The root has no name. */
  #end(way: Way): Node | undefined {
    if (way.missing.length > 0) return undefined;
    return way.name === "" ? this.#root : way.directory.get(way.name);
  }

  #hasTwin(way: Way): boolean {
    return this.capabilities.foldsCase === true && way.missing.length === 0 && way.directory.hasTwin(way.name);
  }

  #makeDirectories(way: Way): DirectoryNode {
    let directory = way.directory;
    for (const name of way.missing) {
      const made = new DirectoryNode(this.#nextVersion());
      directory.set(name, made);
      directory = made;
    }
    return directory;
  }

  #childrenOf(path: string): readonly NamedNode[] {
    const node = this.#find(path);
    return node?.kind === "directory" ? node.sorted() : [];
  }
}

function nameNotAllowed(): StorageError {
  return new StorageError("name_not_allowed", "a name that differs only in case is there", { outcome: "unchanged" });
}

/** The bytes as an array of their own: a part of something larger would keep all of that alive and open to changes. */
function owned(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? new Uint8Array(bytes.buffer) : new Uint8Array(bytes);
}
