import { startThread, type Thread } from "#server/platform/thread.ts";
import type { PageInput } from "#server/pipeline/sources/website/extract/extract-page.ts";
import type { PageReading } from "#server/pipeline/sources/website/extract/page-reading.ts";

/** No ordinary page takes this long to read. */
const LONGEST_MILLISECONDS = 30_000;
/** Batching pays off: a round trip to a thread takes about as long as reading a short page. */
const MOST_AT_ONCE = 8;

interface Waiting {
  input: PageInput;
  resolve: (reading: PageReading | null) => void;
  /** A thread failed on a batch that included this page, so it is retried alone. */
  isAlone: boolean;
}

interface Lane {
  thread: Thread<PageInput[], string>;
  isBusy: boolean;
}

/** Starts a thread that returns page readings as JSON. */
export function startExtraction(): Thread<PageInput[], string> {
  return startThread(new URL("extract/extraction-worker.ts", import.meta.url), "Page reading was stopped");
}

/** Reads pages in up to `most` threads, started on demand; the caller closes them. */
export class PageThreads {
  readonly #most: number;
  readonly #start: typeof startExtraction;
  readonly #queue: Waiting[] = [];
  readonly #lanes = new Set<Lane>();
  #isClosed = false;

  constructor(most: number, start = startExtraction) {
    this.#most = most;
    this.#start = start;
  }

  /** Starts all threads ahead of time so that they are loaded when pages arrive. */
  prepare(): void {
    while (this.#lanes.size < this.#most) this.#addLane();
  }

  /** Same as extractPage; null for a page that exceeds the time or memory limit, which does not affect other pages. */
  read(input: PageInput): Promise<PageReading | null> {
    const { promise, resolve } = Promise.withResolvers<PageReading | null>();
    this.#queue.push({ input, resolve, isAlone: false });
    this.#handOut();
    return promise;
  }

  /** Queued pages resolve to null. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#lanes].map(({ thread }) => thread.close()));
    this.#handOut();
  }

  #handOut(): void {
    if (this.#isClosed) for (const { resolve } of this.#queue.splice(0)) resolve(null);
    for (let next = this.#queue[0]; next !== undefined; next = this.#queue[0]) {
      const idle = [...this.#lanes].find(({ isBusy }) => !isBusy);
      if (idle === undefined && this.#lanes.size === this.#most) return;
      const most = next.isAlone ? 1 : Math.min(MOST_AT_ONCE, Math.ceil(this.#queue.length / this.#most));
      void this.#give(idle ?? this.#addLane(), this.#queue.splice(0, most));
    }
  }

  #addLane(): Lane {
    const lane = { thread: this.#start(), isBusy: false };
    this.#lanes.add(lane);
    return lane;
  }

  async #give(lane: Lane, pages: readonly Waiting[]): Promise<void> {
    lane.isBusy = true;
    const timer = setTimeout(() => void lane.thread.close(), LONGEST_MILLISECONDS);
    try {
      const readings = JSON.parse(await lane.thread.ask(pages.map(({ input }) => input))) as PageReading[];
      for (const [at, { resolve }] of pages.entries()) resolve(readings[at] ?? null);
      lane.isBusy = false;
    } catch {
      this.#lanes.delete(lane);
      void lane.thread.close();
      // One page of the batch caused this; retrying each alone saves the others.
      if (pages.length === 1) pages[0]?.resolve(null);
      else this.#queue.unshift(...pages.map((page) => ({ ...page, isAlone: true })));
    }
    clearTimeout(timer);
    this.#handOut();
  }
}
