import type { Usage } from "../../storage.js";
import type { Child } from "../common/walk.js";
import { compareNames } from "../common/order.js";

export type Node = FileNode | DirectoryNode;

export interface NamedNode extends Child {
  readonly node: Node;
}

export class FileNode {
  readonly kind = "file";
  readonly bytes: Uint8Array;
  readonly version: string;
  readonly modified = Date.now();

  constructor(bytes: Uint8Array, version: string) {
    this.bytes = bytes;
    this.version = version;
  }

  get size(): number {
    return this.bytes.byteLength;
  }
}

export class DirectoryNode {
  readonly kind = "directory";
  readonly size = 0;
  readonly version: string;
  modified = Date.now();
  readonly #children = new Map<string, Node>();
  /** Kept between the pages of a listing; made anew after a change of the names. */
  #sorted: NamedNode[] | null = null;

  constructor(version: string) {
    this.version = version;
  }

  get(name: string): Node | undefined {
    return this.#children.get(name);
  }

  set(name: string, node: Node): void {
    this.#children.set(name, node);
    this.#changed();
  }

  delete(name: string): void {
    this.#children.delete(name);
    this.#changed();
  }

  sorted(): readonly NamedNode[] {
    this.#sorted ??= Array.from(this.#children, named).sort((a, b) => compareNames(a.name, b.name));
    return this.#sorted;
  }

  /** Whether a name is here that differs from `name` in case only. */
  hasTwin(name: string): boolean {
    const folded = name.toLowerCase();
    for (const other of this.#children.keys()) {
      if (other !== name && other.toLowerCase() === folded) return true;
    }
    return false;
  }

  /** What lies below, this directory not counted. */
  holds(): Usage {
    const usage: Usage = { files: 0, bytes: 0 };
    for (const node of this.#children.values()) {
      const below = node.kind === "directory" ? node.holds() : { files: 0, bytes: node.size };
      usage.files += 1 + below.files;
      usage.bytes += below.bytes;
    }
    return usage;
  }

  #changed(): void {
    this.#sorted = null;
    this.modified = Date.now();
  }
}

function named([name, node]: [string, Node]): NamedNode {
  return { name, kind: node.kind, node };
}
