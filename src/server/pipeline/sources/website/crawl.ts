import { counted } from "#shared/counted.ts";
import { MINUTE } from "#shared/durations.ts";
import { CrawlTally } from "#server/pipeline/sources/website/crawl-tally.ts";
import type { CrawledPage, CrawlJob, CrawlVerdict } from "#server/pipeline/sources/website/crawl-job.ts";
import { EXTRACTOR_VERSION } from "#server/pipeline/sources/website/extract/extractor-version.ts";
import type { PageReading } from "#server/pipeline/sources/website/extract/page-reading.ts";
import { fetchPage, type FetchedPage, type PageContent } from "#server/pipeline/sources/website/fetch-page.ts";
import { Frontier, PRIORITIES, type Priority, type Waiting } from "#server/pipeline/sources/website/frontier.ts";
import type { KnownPage } from "#server/pipeline/sources/website/known-page.ts";
import { pageSource } from "#server/pipeline/sources/website/page-source.ts";
import { priorityOf } from "#server/pipeline/sources/website/link-priority.ts";
import { pageAddress, pageKey } from "#server/pipeline/sources/website/page-address.ts";
import { noteOf } from "#server/pipeline/sources/website/page-note.ts";
import type { PageReader } from "#server/pipeline/sources/website/page-reader.ts";
import type { Renderer } from "#server/pipeline/sources/website/render.ts";
import type { Robots, RobotsRules } from "#server/pipeline/sources/website/robots.ts";
import { refreshTarget } from "#server/pipeline/sources/website/refresh-target.ts";
import { isSignInPage, signInNeeded, signInNetwork } from "#server/pipeline/sources/website/sign-in-networks.ts";
import { readTwice } from "#server/pipeline/sources/website/second-reading.ts";
import { siteOf } from "#server/pipeline/sources/website/site.ts";
import { readSitemap, SITEMAP_LIMITS } from "#server/pipeline/sources/website/sitemap.ts";
import { shapeOf, trapIn } from "#server/pipeline/sources/website/traps.ts";
import type { Politeness, HostThrottle, Wait } from "#server/pipeline/sources/website/host-throttle.ts";
import { DISALLOWED, isUnasked, skipped, unread } from "#server/pipeline/sources/website/unread-page.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { GuardedFetch } from "#server/platform/guarded-fetch.ts";

/** After this many pages of one template without a record, its other pages are skipped. */
const BARREN_PAGES = 50;
/** After this many consecutive failures a site counts as unresponsive. */
const CLOSED_IN_A_ROW = 5;
/** Time limit, since slow or rate-limited hosts could make a crawl run forever. */
const LONGEST_MINUTES = 60;
const TOO_MUCH = "It takes too much time or memory to read.";
/** How many pages skipped without a request are reported. */
const MOST_UNASKED_REPORTED = 100;
/** How many dropped values per page are stored with the run. */
const DROPPED_SHOWN = 20;

/** Dependencies shared by all crawls. */
export interface CrawlTools {
  door: GuardedFetch;
  robots: Robots;
  throttle: HostThrottle;
  clock: Clock;
  politeness: Politeness;
  wait: Wait;
  reader: Pick<PageReader, "read">;
  /** Null if no browser is available. */
  renderer: Renderer | null;
}

/** One crawl of a site. */
export class Crawl {
  readonly #job: CrawlJob;
  readonly #tools: CrawlTools;
  readonly #frontier = new Frontier();
  readonly #tally = new CrawlTally();
  readonly #rules = new Map<string, Promise<RobotsRules>>();
  readonly #contents = new Map<string, string>();
  readonly #barren = new Map<string, number>();
  readonly #links = new Map<string, string>();
  /** Pages skipped without a request, reported with the next page. */
  readonly #skipped: CrawledPage[] = [];
  #unaskedReported = 0;
  /** Set after the first page, because a redirect of the start URL changes the site. */
  #site = "";
  #closedInARow = 0;
  readonly #startedAt: number;

  constructor(job: CrawlJob, tools: CrawlTools) {
    this.#job = job;
    this.#tools = tools;
    this.#startedAt = tools.clock().getTime();
  }

  /** How many known pages have not been visited. */
  get waiting(): number {
    return this.#frontier.size;
  }

  /**
   * Visits the pages, most promising first, and yields each as it finishes; returns the verdict. Site errors never
   * throw; only the job's signal does.
   */
  async *pages(): AsyncGenerator<CrawledPage, CrawlVerdict> {
    const { url, maxPages, type } = this.#job;
    const start = pageAddress(url);
    if (start === null) return this.#tally.verdict("The target's address can't be opened.");
    this.#site = siteOf(start);
    const waiting: Waiting = { url: start, depth: 0, priority: PRIORITIES.start };
    this.#frontier.claim(start);
    const first = await this.#visit(waiting);
    yield* this.#pagesToReport([first]);
    const isUsable = first.page.outcome === "read" || first.page.outcome === "unchanged";
    if (!isUsable && this.#frontier.size === 0) return this.#tally.verdict(first.page.note);
    if (type !== "social" && maxPages > 1 && this.#job.company === undefined) await this.#readSitemaps(start);

    const running = new Map<Waiting, Promise<{ from: Waiting; crawled: CrawledPage }>>();
    let asked = 1;
    try {
      for (;;) {
        while (running.size < this.#tools.politeness.connectionsPerHost && asked < maxPages && !this.#isOver()) {
          const next = this.#frontier.next();
          if (next === undefined) break;
          asked += 1;
          const visit = this.#visit(next).then((crawled) => ({ from: next, crawled }));
          visit.catch(() => {});
          running.set(next, visit);
        }
        yield* this.#pagesToReport(this.#skipped.splice(0));
        if (running.size === 0) break;
        const { from, crawled } = await Promise.race(running.values());
        running.delete(from);
        if (isUnasked(crawled)) asked -= 1;
        yield* this.#pagesToReport([crawled]);
      }
    } finally {
      await Promise.allSettled(running.values());
    }
    if (this.#isClosed()) this.#tally.end("The site stopped responding, so the rest was skipped.");
    else if (this.#isOver())
      this.#tally.end(`Stopped after ${LONGEST_MINUTES} minutes with ${counted(this.waiting, "more page")} left.`);
    else if (asked >= maxPages && this.waiting > 0) {
      this.#tally.end(`Stopped at the limit of ${counted(maxPages, "page")} with ${this.waiting} more left.`);
    }
    return this.#tally.verdict(null);
  }

  async #visit(from: Waiting): Promise<CrawledPage> {
    const { userAgent, signal } = this.#job;
    const { door, politeness, wait } = this.#tools;
    const { url } = from;
    // Similar pages may have been read since this one was queued.
    const barren = from.priority === PRIORITIES.next ? null : this.#barrenNote(url);
    const refusal = barren ?? (await this.#refusalByRobots(url));
    if (refusal !== null) return skipped(url.href, refusal);
    const fetched = await fetchPage(url, {
      door,
      userAgent,
      signal,
      known: this.#known(url.href),
      takeSlot: (next) => this.#takeSlot(next),
      mayFollow: (next) => this.#mayFollow(from, next),
      retryMilliseconds: politeness.retryMilliseconds,
      wait,
    });
    return this.#made(from, fetched);
  }

  async #made(from: Waiting, fetched: FetchedPage): Promise<CrawledPage> {
    const url = from.url.href;
    if (fetched.kind === "failed" || fetched.kind === "left_out") {
      const { kind, status, note, isClosed } = fetched;
      this.#closedInARow = isClosed ? this.#closedInARow + 1 : 0;
      const reason = isClosed ? (this.#signInNote(from.url) ?? note) : note;
      return unread({ url, outcome: kind, status, note: reason });
    }
    this.#closedInARow = 0;
    if (from.priority === PRIORITIES.start) this.#site = siteOf(new URL(fetched.url));
    if (fetched.kind === "page") return this.#read(from, fetched);
    const { links = [], rowKeys = [] } = this.#known(url) ?? {};
    for (const link of links) this.#followKnown(from, link);
    const note = "Unchanged since the last run.";
    const page = { url, outcome: "unchanged" as const, status: fetched.status, records: rowKeys.length, note };
    return { ...unread(page), rowKeys };
  }

  async #read(from: Waiting, content: PageContent): Promise<CrawledPage> {
    const { type, selectors, company } = this.#job;
    const url = from.url.href;
    const page = { url, status: content.status, records: 0, bytes: content.bytes, rendered: false };
    const twin = this.#contents.get(content.contentHash);
    if (twin !== undefined) {
      return unread({ ...page, outcome: "left_out", note: `Same as ${twin}.` });
    }
    this.#contents.set(content.contentHash, url);
    const read = (html: string): Promise<PageReading | null> =>
      this.#tools.reader.read({ html, url: content.url, type, selectors, companyPage: company?.pageOf(from.priority) });
    let reading = await read(content.html);
    if (reading === null) return unread({ ...page, outcome: "failed", note: TOO_MUCH });
    let html = content.html;
    let scriptNote = "";
    if (reading.needsScripts) {
      const rendered = await this.#render(content);
      page.rendered = rendered.html !== null;
      if (rendered.html !== null) {
        html = rendered.html;
        reading = (await read(html)) ?? reading;
      }
      scriptNote = rendered.note;
      if (reading.records.length === 0) this.#tally.needsScripts(scriptNote);
    }
    if (reading.needsSignIn) {
      return unread({ ...page, outcome: "left_out", note: signInNeeded(signInNetwork(from.url)) });
    }
    const twice = await readTwice(reading, { html, url: content.url }, this.#job);
    reading = twice ?? reading;
    const mayFollow = !content.nofollow && !reading.nofollow;
    const links = mayFollow ? this.#follow(from, reading, refreshTarget(content.html, content.url)) : [];
    const records = reading.records.length;
    this.#countBarren(from.url, records);
    const note = [noteOf(reading), scriptNote].filter((sentence) => sentence !== "").join(" ");
    const { etag, lastModified, contentHash } = content;
    // No validators if script output can change although the page doesn't, or its second reading is still to come.
    const isDone = scriptNote === "" && twice !== null;
    const known = isDone ? { url, etag, lastModified, contentHash, links, readBy: EXTRACTOR_VERSION } : null;
    const source = records === 0 ? null : pageSource(url, content.url, html);
    const { dropped } = reading;
    const skippedOnIt = { droppedCount: dropped.length, dropped: dropped.slice(0, DROPPED_SHOWN) };
    return { page: { ...page, outcome: "read", records, note, ...skippedOnIt }, reading, known, source, rowKeys: [] };
  }

  /** Renders the page; the note says how it went, or why it was not rendered. */
  async #render({ url, html }: PageContent): Promise<{ html: string | null; note: string }> {
    const { renderScripts, userAgent, signal } = this.#job;
    const { renderer } = this.#tools;
    const needs = "It needs JavaScript to show its content";
    if (!renderScripts) return { html: null, note: `${needs}, and rendering is off for this target.` };
    if (renderer === null) return { html: null, note: `${needs}, and Chromium isn't installed on the server.` };
    // Release the slot at once, because requests of the page's scripts may need slots too.
    (await this.#takeSlot(new URL(url)))();
    const rendered = await renderer.render({
      url,
      html,
      userAgent,
      signal,
      mayFetch: async (next) => (this.#isOnSite(next) ? this.#refusalByRobots(next) : null),
      isOwnSite: (next) => this.#isOnSite(next),
    });
    if (rendered.kind === "failed") return { html: null, note: `${needs}. ${rendered.note}` };
    return { html: rendered.html, note: "Rendered with Chromium." };
  }

  /** Queues the links of a page and returns them in their stored form. */
  #follow(from: Waiting, reading: PageReading, refresh: string | null): string[] {
    if (this.#job.type === "social") return [];
    const remembered: string[] = [];
    const take = (address: string, priority: Priority, depth: number): void => {
      const url = pageAddress(address);
      if (url === null || !this.#isOnSite(url)) return;
      remembered.push(this.#once(`${priority} ${url.href}`));
      this.#queue({ url, depth, priority });
    };
    // Frames and automatic redirects count as part of the page.
    for (const part of [...reading.frames, ...(refresh === null ? [] : [refresh])]) {
      take(part, PRIORITIES.start, from.depth);
    }
    for (const link of reading.links) {
      if (link.rel.includes("nofollow")) continue;
      const priority = (this.#job.company?.priorityOf ?? priorityOf)(link, this.#job.type);
      if (priority === null) continue;
      take(link.url, priority, priority === PRIORITIES.next ? from.depth : from.depth + 1);
    }
    return remembered;
  }

  /** Interns link strings: a site's menu is on every page, and all links stay in memory until the end. */
  #once(link: string): string {
    const known = this.#links.get(link);
    if (known !== undefined) return known;
    this.#links.set(link, link);
    return link;
  }

  #followKnown(from: Waiting, link: string): void {
    const priority = Number(link.slice(0, 1)) as Priority;
    const url = pageAddress(link.slice(2));
    const isSameDepth = priority === PRIORITIES.next || priority === PRIORITIES.start;
    if (url !== null && this.#isOnSite(url)) this.#queue({ url, priority, depth: from.depth + (isSameDepth ? 0 : 1) });
  }

  #queue(waiting: Waiting): void {
    const { url, depth, priority } = waiting;
    if (depth > this.#job.maxDepth) return;
    // The next page of a listing is wanted, whatever its URL looks like.
    const trap = priority === PRIORITIES.next ? null : (trapIn(url) ?? this.#barrenNote(url));
    if (trap === null) this.#frontier.add(waiting);
    else if (this.#frontier.claim(url)) this.#skipped.push(skipped(url.href, trap));
  }

  async #readSitemaps(start: URL): Promise<void> {
    const { userAgent, signal, maxDepth } = this.#job;
    if (maxDepth === 0) return;
    const { sitemaps } = await this.#rulesOf(start);
    const files = sitemaps.length > 0 ? sitemaps : [new URL("/sitemap.xml", start).href];
    let addresses = 0;
    for (let index = 0; index < Math.min(files.length, SITEMAP_LIMITS.files); index += 1) {
      const url = URL.parse(files[index] ?? "", start.href);
      if (url === null || !this.#isOnSite(url) || (await this.#refusalByRobots(url)) !== null) continue;
      const done = await this.#takeSlot(url);
      const outcome = await this.#tools.door
        .fetch(url.href, { headers: { "user-agent": userAgent }, signal, mayFollow: (next) => this.#offSite(next) })
        .finally(done);
      if (outcome.kind !== "answered" || outcome.status !== 200) continue;
      const { pages, sitemaps: further } = await readSitemap(outcome.body);
      files.push(...further);
      for (const page of pages.slice(0, SITEMAP_LIMITS.addresses - addresses)) {
        const found = pageAddress(page);
        addresses += 1;
        if (found !== null && this.#isOnSite(found)) this.#queue({ url: found, depth: 1, priority: PRIORITIES.other });
      }
    }
  }

  async #mayFollow(from: Waiting, next: URL): Promise<string | null> {
    if (isSignInPage(next)) return signInNeeded(signInNetwork(from.url));
    // A redirect of the target's own URL is always followed.
    if (from.priority === PRIORITIES.start) {
      const refusal = this.#job.company?.refusalToMove(next) ?? null;
      if (refusal !== null) return refusal;
    } else {
      const offSite = await this.#offSite(next);
      if (offSite !== null) return offSite;
      if (pageKey(next) !== pageKey(from.url) && !this.#frontier.claim(next)) {
        return `Redirects to ${next.href}, which is read separately.`;
      }
    }
    return this.#refusalByRobots(next);
  }

  async #offSite(next: URL): Promise<string | null> {
    return this.#isOnSite(next) ? null : `Redirects to another site (${next.host}).`;
  }

  #isOnSite(url: URL): boolean {
    return siteOf(url) === this.#site;
  }

  async #takeSlot(url: URL): Promise<() => void> {
    const { crawlDelayMilliseconds } = await this.#rulesOf(url);
    return this.#tools.throttle.take(url.host, crawlDelayMilliseconds, this.#job.signal);
  }

  async #refusalByRobots(url: URL): Promise<string | null> {
    const rules = await this.#rulesOf(url);
    if (rules.trouble !== null) return rules.trouble;
    if (rules.isAllowed(url)) return null;
    this.#tally.blockedByRobots();
    return this.#signInNote(url) ?? DISALLOWED;
  }

  /** The robots rules for a URL's host, loaded once per crawl even if that fails. */
  #rulesOf(url: URL): Promise<RobotsRules> {
    const { userAgent, signal } = this.#job;
    let rules = this.#rules.get(url.origin);
    if (rules === undefined) {
      rules = this.#tools.robots.rulesOf(url, { userAgent, signal });
      this.#rules.set(url.origin, rules);
      rules.then(
        ({ crawlDelaySeconds: asked, crawlDelayMilliseconds: kept }) => {
          if (asked === 0) return;
          const most = asked * 1_000 > kept ? `; Winnow waits ${kept / 1_000}` : "";
          this.#tally.remark(`${url.host} asks for ${asked} seconds between pages${most}.`);
        },
        () => {},
      );
    }
    return rules;
  }

  #signInNote(url: URL): string | null {
    const network = signInNetwork(url);
    return network === null ? null : signInNeeded(network);
  }

  /** Counts pages and returns those to report: only the first of many skipped without a request. */
  #pagesToReport(pages: readonly CrawledPage[]): CrawledPage[] {
    return pages.filter((crawled) => {
      this.#tally.add(crawled.page);
      if (!isUnasked(crawled)) return true;
      this.#unaskedReported += 1;
      return this.#unaskedReported <= MOST_UNASKED_REPORTED;
    });
  }

  #countBarren(url: URL, records: number): void {
    const shape = shapeOf(url);
    this.#barren.set(shape, records > 0 ? 0 : (this.#barren.get(shape) ?? 0) + 1);
  }

  #barrenNote(url: URL): string | null {
    const isBarren = (this.#barren.get(shapeOf(url)) ?? 0) >= BARREN_PAGES;
    return isBarren ? `${BARREN_PAGES} similar pages had no contacts.` : null;
  }

  /** Returns a page's state from an earlier crawl, unless a newer extractor might read it differently. */
  #known(url: string): KnownPage | undefined {
    const known = this.#job.known.get(url);
    return known?.readBy === EXTRACTOR_VERSION ? known : undefined;
  }

  #isOver(): boolean {
    return this.#isClosed() || this.#tools.clock().getTime() - this.#startedAt > LONGEST_MINUTES * MINUTE;
  }

  #isClosed(): boolean {
    return this.#closedInARow >= CLOSED_IN_A_ROW;
  }
}
