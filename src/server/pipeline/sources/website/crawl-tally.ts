import type { ScrapePage } from "#shared/contract/scrape-target.ts";
import { counted } from "#shared/counted.ts";
import type { CrawlVerdict } from "#server/pipeline/sources/website/crawl-job.ts";

/** Counts a crawl's results and words its summary. */
export class CrawlTally {
  /** Pages received, including unchanged ones. */
  #came = 0;
  #failed = 0;
  #records = 0;
  #blockedByRobots = 0;
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

  blockedByRobots(): void {
    this.#blockedByRobots += 1;
  }

  needsScripts(note: string): void {
    this.#needingScripts += 1;
    this.#scriptNote ||= note;
  }

  /** Adds a remark about the whole crawl; repeats are ignored. */
  remark(sentence: string): void {
    this.#remarks.add(sentence);
  }

  /** Records why the crawl ended early. */
  end(sentence: string): void {
    this.#ended ||= sentence;
  }

  /** `startTrouble` is why the target's own page was unusable; null if it was usable. */
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
    const failed = this.#failed === 0 ? "" : `, ${this.#failed} couldn't be read`;
    const robots = this.#blockedByRobots === 0 ? "" : `, ${this.#blockedByRobots} blocked by robots.txt`;
    return `${counted(this.#came, "page")} read${failed}${robots}.`;
  }

  #whyNothing(): string {
    if (this.#needingScripts > 0) return this.#scriptNote;
    if (this.#failed > 0) return this.#firstFailure;
    if (this.#blockedByRobots > 0) return "The pages that robots.txt allows have no contact details.";
    return "They have no contact details.";
  }
}
