import type { Entry, ListOptions, ListPage } from "../../storage.js";
import { type Child, nextPage, Walk } from "../common/walk.js";
import { sizeOf } from "./attributes.js";
import { entriesOf } from "./entries.js";
import { codeOf, isNothingThere } from "./error.js";
import type { Held } from "./hold.js";
import { holdDirectory } from "./way.js";

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
    const nearby = new Nearby(this.#root);
    let page: ListPage;
    try {
      page = nextPage(walk, (path, child) => this.#entry(nearby, path, child));
    } finally {
      nearby.leave();
    }
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
    const held = holdDirectory(this.#root, directory);
    held?.release();
    return held !== null;
  }

  #childrenOf(path: string, asked: boolean): Child[] {
    let held: Held | null = null;
    try {
      held = holdDirectory(this.#root, path);
      return held === null ? [] : entriesOf(held.path);
    } catch (error) {
      if (isNothingThere(error)) return [];
      // A directory that we may not read, such as `lost+found`, must not make all that lies beside it unreadable.
      if (!asked && codeOf(error) === "EACCES") return [];
      throw error;
    } finally {
      held?.release();
    }
  }

  #entry(nearby: Nearby, path: string, child: Child): Entry | null {
    if (child.kind !== "file") return { path, kind: child.kind, size: 0 };
    const directory = nearby.enter(path.slice(0, path.lastIndexOf("/")));
    if (directory === null) return null;
    const found = sizeOf(this.#root, `${directory}/${child.name}`);
    if (found === null) return null;
    return { path, ...found };
  }
}

/** The directory of the last entry, held on to since the next one is mostly in it too. */
class Nearby {
  readonly #root: string;
  #path: string | null = null;
  #held: Held | null = null;

  constructor(root: string) {
    this.#root = root;
  }

  /** As a path of the host; `null` where it is gone. */
  enter(path: string): string | null {
    if (path !== this.#path) {
      this.leave();
      this.#held = holdDirectory(this.#root, path);
      this.#path = path;
    }
    return this.#held?.path ?? null;
  }

  leave(): void {
    this.#held?.release();
    this.#held = null;
    this.#path = null;
  }
}
