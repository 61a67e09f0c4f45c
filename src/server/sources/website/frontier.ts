import { pageKey } from "#server/sources/website/page-address.ts";

/** In which order pages are read; the smaller first. */
export const PRIORITIES = { start: 0, next: 1, wanted: 2, listing: 3, other: 4, last: 5 } as const;
export type Priority = (typeof PRIORITIES)[keyof typeof PRIORITIES];

export interface Waiting {
  url: URL;
  /** Links from the start. */
  depth: number;
  priority: Priority;
}

/** More addresses than any crawl visits; what comes after them is not remembered, so that memory stays bounded. */
const MOST_ADDRESSES = 50_000;

/** The addresses that a crawl knows of, each given out once: the most promising first, among equals the first found. */
export class Frontier {
  readonly #queues: Waiting[][] = Object.values(PRIORITIES).map(() => []);
  readonly #heads: number[] = this.#queues.map(() => 0);
  readonly #seen = new Set<string>();
  #size = 0;

  /** How many wait. */
  get size(): number {
    return this.#size;
  }

  /** False when the page is known already, or too many are. */
  add(waiting: Waiting): boolean {
    if (!this.claim(waiting.url)) return false;
    this.#queues[waiting.priority]?.push(waiting);
    this.#size += 1;
    return true;
  }

  /** Marks a page as known without queueing it, as one that a redirect leads to. False when it was known. */
  claim(url: URL): boolean {
    const key = pageKey(url);
    if (this.#seen.has(key) || this.#seen.size >= MOST_ADDRESSES) return false;
    this.#seen.add(key);
    return true;
  }

  next(): Waiting | undefined {
    for (const [priority, queue] of this.#queues.entries()) {
      const head = this.#heads[priority] ?? 0;
      const waiting = queue[head];
      if (waiting === undefined) continue;
      this.#heads[priority] = head + 1;
      this.#size -= 1;
      return waiting;
    }
    return undefined;
  }
}
