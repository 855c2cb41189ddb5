import type { Entry, Kind, ListPage } from "../../storage.js";
import { firstAfter } from "./order.js";

export interface Child {
  readonly name: string;
  readonly kind: Kind;
}

interface Level<C> {
  readonly directory: string;
  readonly children: readonly C[];
  next: number;
}

/** A depth-first walk that reads a directory only when it is reached, and none below `depth`. */
export class Walk<C extends Child> {
  readonly #childrenOf: (directory: string) => readonly C[];
  readonly #depth: number;
  readonly #levels: Level<C>[] = [];

  /**
   * `childrenOf` gives what is in a directory, sorted, and nothing for one that is gone. The walk starts after the path
   * `cursor`, whether or not something still lies there: that is how a cursor survives changes between two pages.
   */
  constructor(
    childrenOf: (directory: string) => readonly C[],
    directory: string,
    depth: number,
    cursor: string | undefined,
  ) {
    this.#childrenOf = childrenOf;
    this.#depth = depth;
    let level = this.#enter(directory);
    if (cursor === undefined) return;
    for (const name of cursor.slice(directory.length + 1).split("/")) {
      level.next = firstAfter(level.children, name);
      const child = level.children[level.next - 1];
      if (child?.name !== name || !this.#mayEnter(child)) return;
      level = this.#enter(`${level.directory}/${name}`);
    }
  }

  next(): { path: string; child: C } | null {
    for (let level = this.#levels.at(-1); level !== undefined; level = this.#levels.at(-1)) {
      const child = level.children[level.next];
      if (child === undefined) {
        this.#levels.pop();
        continue;
      }
      level.next += 1;
      const path = `${level.directory}/${child.name}`;
      if (this.#mayEnter(child)) this.#enter(path);
      return { path, child };
    }
    return null;
  }

  /** Whether nothing is left. */
  get done(): boolean {
    return this.#levels.every((level) => level.next >= level.children.length);
  }

  #mayEnter(child: C): boolean {
    return child.kind === "directory" && this.#levels.length < this.#depth;
  }

  #enter(directory: string): Level<C> {
    const level = { directory, children: this.#childrenOf(directory), next: 0 };
    this.#levels.push(level);
    return level;
  }
}

/** Entries of one page: enough that crossing to the core costs little, few enough that a page holds nothing up. */
const PAGE = 1000;

/** The next page of `walk`; `entryOf` answers `null` for what is gone by now. */
export function nextPage<C extends Child>(walk: Walk<C>, entryOf: (path: string, child: C) => Entry | null): ListPage {
  const entries: Entry[] = [];
  for (let step = walk.next(); step !== null; step = walk.next()) {
    const entry = entryOf(step.path, step.child);
    if (entry !== null) entries.push(entry);
    if (entries.length === PAGE) return { entries, cursor: walk.done ? null : step.path };
  }
  return { entries, cursor: null };
}
