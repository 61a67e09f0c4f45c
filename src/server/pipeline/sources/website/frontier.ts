import { pageKey } from "#server/pipeline/sources/website/page-address.ts";

/** Reading order; lower numbers come first. */
export const PRIORITIES = { start: 0, next: 1, wanted: 2, listing: 3, other: 4, last: 5 } as const;
export type Priority = (typeof PRIORITIES)[keyof typeof PRIORITIES];

export interface Waiting {
  url: URL;
  /** Number of links from the start page. */
  depth: number;
  priority: Priority;
}

/** Bounds memory: more URLs than any crawl visits; later ones are ignored. */
const MOST_ADDRESSES = 50_000;

/** Queue of a crawl's URLs, each returned once, by priority and then in order of discovery. */
export class Frontier {
  readonly #queues: Waiting[][] = Object.values(PRIORITIES).map(() => []);
  readonly #heads: number[] = this.#queues.map(() => 0);
  readonly #seen = new Set<string>();
  #size = 0;

  /** Number of queued pages. */
  get size(): number {
    return this.#size;
  }

  /** Returns false if the page is already known or the limit is reached. */
  add(waiting: Waiting): boolean {
    if (!this.claim(waiting.url)) return false;
    this.#queues[waiting.priority]?.push(waiting);
    this.#size += 1;
    return true;
  }

  /**
   * Marks a page, such as a redirect's target, as known without queueing it. Returns false if it is already known or
   * the limit is reached.
   */
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
