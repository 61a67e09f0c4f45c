import { inEnglish } from "#shared/counted.ts";
import { isDeepStrictEqual } from "node:util";
import type { ScrapeRun } from "#shared/contract/scrape-target.ts";
import { LIMITS } from "#shared/limits.ts";
import { AppError, conflict, existing, messageOf } from "#server/platform/errors.ts";
import type { PageSource } from "#server/pipeline/sources/website/crawl-job.ts";
import type { ScrapeEvent } from "#server/pipeline/sources/website/index.ts";
import type { ScrapeTargetRecord } from "#server/db/sources/scrapes.ts";
import { crawlerName } from "#server/features/websites/crawler-name.ts";
import { noteSuccess, targetKey } from "#server/features/leads/note-success.ts";
import { unwatchedAfter } from "#server/features/websites/next-scrape.ts";
import { unclearPageReader } from "#server/features/websites/read-unclear-pages.ts";
import { takeIn } from "#server/features/leads/take-in.ts";
import { withScoring } from "#server/features/rules/with-scoring.ts";
import { withLease } from "#server/jobs/queue/with-lease.ts";
import type { Workspace } from "#server/workspace.ts";

const NOTHING_SEEN = { seen: 0, created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0, qualified: 0 };
/** The number of pages after which the run's state is stored. */
const PAGES_BETWEEN_WRITES = 50;
/** The minimum interval between progress reports. */
const PROGRESS_MILLISECONDS = 200;
const NEVER = new AbortController().signal;

/** The lease of a target's scrape. */
export function scrapeLease(targetId: string): string {
  return `scrape:${targetId}`;
}

/**
 * Crawls a target, active or not, and imports its leads once all pages are read or `cancel` aborts. The run records the
 * outcome, including a site that couldn't be read, which isn't an error. Throws not_found, and scrape_running if
 * another process is crawling it.
 */
export async function scrapeTarget(workspace: Workspace, id: string, cancel: AbortSignal = NEVER): Promise<ScrapeRun> {
  const target = existing(await workspace.store.scrapes.get(id), "scrape target");
  const run = await withLease(workspace, scrapeLease(id), (stop) => recordedRun(workspace, target, { stop, cancel }));
  if (run === null) throw conflict("scrape_running", `${target.name} is already being scraped.`);
  return run;
}

/** Whether both read the same pages in the same way. */
export function isReadAlike(one: ScrapeTargetRecord, other: ScrapeTargetRecord): boolean {
  const readBy = ({ url, type, selectors, renderScripts }: ScrapeTargetRecord): unknown[] => [
    url,
    type,
    selectors,
    renderScripts,
  ];
  return isDeepStrictEqual(readBy(one), readBy(other));
}

async function recordedRun(
  workspace: Workspace,
  target: ScrapeTargetRecord,
  { stop, cancel }: { stop: AbortSignal; cancel: AbortSignal },
): Promise<ScrapeRun> {
  const { store, clock, feed } = workspace;
  const { id: targetId, name } = target;
  const begun = {
    ...NOTHING_SEEN,
    targetId,
    startedAt: clock().toISOString(),
    finishedAt: null,
    outcome: "running" as const,
    message: "",
    reasons: [],
    pages: [],
  };
  const run: ScrapeRun = { ...begun, id: await store.scrapes.beginRun(begun) };
  feed.progress({ work: "scrape", id: targetId, label: name, done: 0, total: null, finished: false });
  feed.changed(["scrape-targets"]);
  try {
    const verdict = await readAndTakeIn(workspace, target, run, AbortSignal.any([stop, cancel]));
    run.outcome = verdict.failed ? "failed" : "succeeded";
    run.message = verdict.failed ? verdict.message : `${summary(run)} ${verdict.message}`;
  } catch (error) {
    const isEnded = stop.aborted || cancel.aborted;
    run.outcome = isEnded ? "interrupted" : "failed";
    run.message = isEnded ? `${endedBecause(workspace, stop)} ${summary(run)}` : messageOf(error);
    if (!isEnded) throw error;
  } finally {
    run.finishedAt = clock().toISOString();
    await store.scrapes.writeRun(run);
    if (run.outcome === "succeeded") {
      const lastScrape = run.finishedAt;
      await store.scrapes.updateAsRead(target, ["url"], () => ({ lastScrape, failingSince: null }));
      await noteSuccess(workspace, targetKey(targetId), run.created + run.updated > 0, unwatchedAfter(target));
      await store.journal.add({
        kind: "scrape",
        type: "sync_completed",
        title: `${name} scraped`,
        description: run.message,
        by: "Lead Scraper",
        at: run.finishedAt,
      });
    } else if (run.outcome === "failed") {
      await store.scrapes.updateAsRead(target, ["url"], ({ failingSince }) => ({
        failingSince: failingSince ?? run.startedAt,
      }));
    }
    const done = run.pages.length;
    feed.progress({ work: "scrape", id: targetId, label: name, done, total: done, finished: true });
    feed.changed(["scrape-targets", "leads", "activity"]);
  }
  return run;
}

async function readAndTakeIn(
  workspace: Workspace,
  target: ScrapeTargetRecord,
  run: ScrapeRun,
  signal: AbortSignal,
): Promise<{ failed: boolean; message: string }> {
  const { store, websites, feed } = workspace;
  const { id, name } = target;
  const [known, userAgent, pageReader] = await Promise.all([
    store.scrapes.knownPages(id),
    crawlerName(workspace),
    unclearPageReader(workspace),
  ]);
  const job = { ...target, known, secondReader: pageReader, userAgent, signal };
  let reportedAt = 0;
  let sources: PageSource[] = [];
  const keepSources = async (): Promise<void> => {
    const some = sources;
    sources = [];
    if (some.length > 0) await store.replays.keepPages(id, some);
  };
  for await (const event of websites.scrape(job)) {
    if (event.kind === "end") return event;
    if (event.kind === "leads") {
      await keepSources();
      await takePart(workspace, target, event, run);
      continue;
    }
    if (event.kind === "unchanged") {
      run.seen += event.leads;
      run.unchanged += event.leads;
      continue;
    }
    const { page, source, waiting } = event;
    run.pages.push(page);
    if (source !== null) sources.push(source);
    if (run.pages.length % PAGES_BETWEEN_WRITES === 0) {
      await keepSources();
      await writeRun(workspace, run);
    }
    if (performance.now() - reportedAt < PROGRESS_MILLISECONDS) continue;
    reportedAt = performance.now();
    const done = run.pages.length;
    feed.progress({
      work: "scrape",
      id,
      label: name,
      done,
      total: Math.min(done + waiting, target.maxPages),
      finished: false,
    });
  }
  throw new Error("The scrape ended without a result");
}

/** Imports leads and only then stores their pages as known: pages of leads that weren't stored must be read again. */
async function takePart(
  workspace: Workspace,
  target: ScrapeTargetRecord,
  { leads, pages }: Extract<ScrapeEvent, { kind: "leads" }>,
  run: ScrapeRun,
): Promise<void> {
  const { store, feed } = workspace;
  let created = 0;
  if (leads.length > 0) {
    const source = { kind: "website", id: null, name: target.name };
    const { decision } = await withScoring(workspace, (scoring) => takeIn(workspace, source, leads, scoring));
    for (const { kind, locator, reason } of decision.outcomes) {
      run.seen += 1;
      run[kind] += 1;
      if (reason !== undefined && run.reasons.length < LIMITS.scrapeTarget.storedReasons) {
        run.reasons.push({ locator, reason });
      }
    }
    created = decision.counts.created;
    run.qualified += decision.newlyQualified.length;
  }
  const now = await writeRun(workspace, run, created);
  // Another process may have changed the target in the meantime; then these pages are irrelevant to the next run.
  if (isReadAlike(now, target)) await store.scrapes.rememberPages(target.id, pages);
  if (created > 0) feed.changed(["leads"]);
}

/** Stores a run's state; returns its target. Throws target_gone. */
async function writeRun({ store, feed }: Workspace, run: ScrapeRun, newLeads = 0): Promise<ScrapeTargetRecord> {
  await store.scrapes.writeRun(run, newLeads);
  const target = await store.scrapes.get(run.targetId);
  if (target === null) throw new AppError("target_gone", 409, "The target was deleted.");
  feed.changed(["scrape-targets"]);
  return target;
}

function endedBecause({ stopping }: Pick<Workspace, "stopping">, stop: AbortSignal): string {
  if (!stop.aborted) return "Canceled.";
  return stopping.aborted
    ? "The server stopped during the scrape."
    : "The scrape stopped because the server was suspended, for example while a laptop slept.";
}

function summary(run: ScrapeRun): string {
  if (run.seen === 0) return "Nothing found.";
  const parts = [
    `${inEnglish(run.created)} new`,
    `${inEnglish(run.updated)} updated`,
    `${inEnglish(run.unchanged)} unchanged`,
  ];
  if (run.skipped > 0) parts.push(`${inEnglish(run.skipped)} skipped`);
  return `${inEnglish(run.seen)} found: ${parts.join(", ")}.`;
}
