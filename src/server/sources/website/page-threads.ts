import { startThread, type Thread } from "#server/platform/thread.ts";
import type { PageInput } from "#server/sources/website/extract/extract-page.ts";
import type { PageReading } from "#server/sources/website/extract/page-reading.ts";

/** No page that people read takes so long. */
const LONGEST_MILLISECONDS = 30_000;
/** One is read while the next one is on its way. */
const PAGES_A_THREAD = 2;

/** A page that somebody waits for. */
interface Waiting {
  input: PageInput;
  resolve: (reading: PageReading | null) => void;
}

/** A thread with the pages that it was given; it reads the first of them. */
interface Lane {
  thread: Thread<PageInput, string>;
  given: Waiting[];
  timer: NodeJS.Timeout | undefined;
}

/** A thread of its own that answers the reading of a page as JSON. */
export function startExtraction(): Thread<PageInput, string> {
  return startThread(new URL("extract/extraction-worker.ts", import.meta.url), "The reading of pages was ended");
}

/** Reads pages in up to `most` threads, which start when they are needed and are ended by whoever made this. */
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

  /** Starts a thread before there is a page for it, so that it has loaded by then. */
  prepare(): void {
    this.#freeLane();
  }

  /** The same as extractPage; null for a page that takes too much time or memory, which costs no other page. */
  read(input: PageInput): Promise<PageReading | null> {
    const { promise, resolve } = Promise.withResolvers<PageReading | null>();
    this.#queue.push({ input, resolve });
    this.#handOut();
    return promise;
  }

  /** What is still waited for is answered with null. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#lanes].map(({ thread }) => thread.close()));
    this.#handOut();
  }

  #handOut(): void {
    for (let next = this.#queue[0]; next !== undefined; next = this.#queue[0]) {
      const lane = this.#isClosed ? null : this.#freeLane();
      if (lane === undefined) return;
      this.#queue.shift();
      if (lane === null) next.resolve(null);
      else void this.#give(lane, next);
    }
  }

  /** One with nothing to do, if need be a new one; else one that can be given its next page. */
  #freeLane(): Lane | undefined {
    const lanes = [...this.#lanes];
    const idle = lanes.find(({ given }) => given.length === 0);
    if (idle !== undefined || lanes.length === this.#most) {
      return idle ?? lanes.find(({ given }) => given.length < PAGES_A_THREAD);
    }
    const lane: Lane = { thread: this.#start(), given: [], timer: undefined };
    this.#lanes.add(lane);
    return lane;
  }

  async #give(lane: Lane, waiting: Waiting): Promise<void> {
    lane.given.push(waiting);
    if (lane.given.length === 1) allowTime(lane);
    try {
      const reading = JSON.parse(await lane.thread.ask(waiting.input)) as PageReading;
      lane.given.shift();
      allowTime(lane);
      waiting.resolve(reading);
    } catch {
      this.#lanes.delete(lane);
      clearTimeout(lane.timer);
      void lane.thread.close();
      // The page that it was at brought it down; those behind are read by another.
      if (lane.given[0] === waiting) waiting.resolve(null);
      else this.#queue.unshift(waiting);
    }
    this.#handOut();
  }
}

/** Gives the lane's first page the time that a page may take. */
function allowTime(lane: Lane): void {
  clearTimeout(lane.timer);
  if (lane.given.length > 0) lane.timer = setTimeout(() => void lane.thread.close(), LONGEST_MILLISECONDS);
}
