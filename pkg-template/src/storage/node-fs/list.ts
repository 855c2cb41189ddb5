import { lstatSync } from "node:fs";
import type { Entry, ListOptions, ListPage } from "../../storage.js";
import { ROOT } from "../common/names.js";
import { type Child, nextPage, Walk } from "../common/walk.js";
import { kindOf } from "./attributes.js";
import { entriesOf } from "./entries.js";
import { codeOf, isNothingThere } from "./error.js";
import { reachExisting } from "./way.js";

/** How long the rest of a walk is kept for the next page. */
const KEPT_MS = 1000;

interface Kept {
  walk: Walk<Child>;
  directory: string;
  depth: number;
  cursor: string;
  until: number;
}

/**
 * Lists directories. The walk behind the last page is kept for a moment: without it every page of a directory with
 * 10,000 files would read and sort all of it again. It is dropped as soon as this store changes anything.
 */
export class Listings {
  readonly #root: string;
  #kept: Kept | null = null;

  constructor(root: string) {
    this.#root = root;
  }

  forget(): void {
    this.#kept = null;
  }

  list(directory: string, options: ListOptions): ListPage | null {
    const walk = this.#take(directory, options) ?? this.#begin(directory, options);
    if (walk === null) return null;
    const page = nextPage(walk, (path, child) => this.#entry(path, child));
    if (page.cursor !== null) {
      const until = performance.now() + KEPT_MS;
      this.#kept = { walk, directory, depth: options.depth, cursor: page.cursor, until };
    }
    return page;
  }

  #take(directory: string, { depth, cursor }: ListOptions): Walk<Child> | null {
    const kept = this.#kept;
    this.#kept = null;
    const fits = kept?.directory === directory && kept.depth === depth && kept.cursor === cursor;
    return fits && performance.now() < kept.until ? kept.walk : null;
  }

  #begin(directory: string, { depth, cursor }: ListOptions): Walk<Child> | null {
    if (!this.#isDirectory(directory)) return null;
    return new Walk((path) => this.#childrenOf(path, path === directory), directory, depth, cursor);
  }

  #isDirectory(directory: string): boolean {
    // The root counts as there before the first write makes it.
    if (directory === ROOT) return true;
    return reachExisting(this.#root, directory, isDirectory) ?? false;
  }

  #childrenOf(path: string, asked: boolean): Child[] {
    try {
      return entriesOf(this.#host(path));
    } catch (error) {
      if (isNothingThere(error)) return [];
      // A directory that we may not read, such as `lost+found`, must not make all that lies beside it unreadable.
      if (!asked && codeOf(error) === "EACCES") return [];
      throw error;
    }
  }

  #entry(path: string, child: Child): Entry | null {
    if (child.kind !== "file") return { path, kind: child.kind, size: 0 };
    const stats = lstatSync(this.#host(path), { throwIfNoEntry: false });
    if (stats === undefined) return null;
    const kind = kindOf(stats);
    return { path, kind, size: kind === "file" ? stats.size : 0 };
  }

  #host(path: string): string {
    return this.#root + path.slice(ROOT.length);
  }
}

function isDirectory(host: string): boolean {
  return lstatSync(host, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
