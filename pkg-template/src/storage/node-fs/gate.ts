/**
 * Lets a few through at a time. Each write holds a descriptor while it waits for the disk, and a process may have only
 * so many; more than Node has threads for such calls gain little.
 */
export class Gate {
  readonly #most: number;
  readonly #queue: (() => void)[] = [];
  #inside = 0;

  constructor(most: number) {
    this.#most = most;
  }

  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.#inside < this.#most) this.#inside += 1;
    else await new Promise<void>((enter) => this.#queue.push(enter));
    try {
      return await work();
    } finally {
      const next = this.#queue.shift();
      // The place is handed on, so that nobody slips in between.
      if (next === undefined) this.#inside -= 1;
      else next();
    }
  }
}
