import type { ScrapePage } from "#shared/contract/scrape-target.ts";
import type { CrawlVerdict } from "#server/sources/website/crawl-job.ts";

/** What a crawl has come to so far, and the words for it. */
export class CrawlTally {
  /** Pages that came, unchanged ones included. */
  #came = 0;
  #failed = 0;
  #records = 0;
  #keptOutByRobots = 0;
  #needingScripts = 0;
  #firstFailure = "";
  /** Why pages that need scripts were not rendered. */
  #scriptNote = "";
  #ended = "";
  readonly #remarks = new Set<string>();

  add({ outcome, records, note }: ScrapePage): void {
    if (outcome === "read" || outcome === "unchanged") this.#came += 1;
    if (outcome === "failed") {
      this.#failed += 1;
      this.#firstFailure ||= note;
    }
    this.#records += records;
  }

  keptOutByRobots(): void {
    this.#keptOutByRobots += 1;
  }

  needsScripts(note: string): void {
    this.#needingScripts += 1;
    this.#scriptNote ||= note;
  }

  /** Something to say of the crawl as a whole, once. */
  remark(sentence: string): void {
    this.#remarks.add(sentence);
  }

  /** Why the crawl went no further. */
  end(sentence: string): void {
    this.#ended ||= sentence;
  }

  /** `startTrouble` is why the target's own page gave nothing to go on with; null when it did. */
  verdict(startTrouble: string | null): CrawlVerdict {
    if (startTrouble !== null) return { failed: true, message: [startTrouble, ...this.#remarks].join(" ") };
    const sentences = [
      this.#counts(),
      ...(this.#records === 0 ? [this.#whyNothing()] : []),
      this.#ended,
      ...this.#remarks,
    ];
    return { failed: false, message: sentences.filter((sentence) => sentence !== "").join(" ") };
  }

  #counts(): string {
    const failed = this.#failed === 0 ? "" : `, ${this.#failed} could not be read`;
    const robots = this.#keptOutByRobots === 0 ? "" : `, ${this.#keptOutByRobots} kept back by robots.txt`;
    return `${this.#came === 1 ? "1 page" : `${this.#came} pages`} read${failed}${robots}.`;
  }

  #whyNothing(): string {
    if (this.#needingScripts > 0) return this.#scriptNote;
    if (this.#failed > 0) return this.#firstFailure;
    if (this.#keptOutByRobots > 0) return "What its robots.txt leaves open tells nobody to reach.";
    return "They name no person or organisation with a way to reach them.";
  }
}
