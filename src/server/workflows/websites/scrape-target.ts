import { isDeepStrictEqual } from "node:util";
import type { ScrapeRun } from "#shared/contract/scrape-target.ts";
import { LIMITS } from "#shared/limits.ts";
import { AppError, conflict, messageOf, notFound } from "#server/platform/errors.ts";
import type { PageSource } from "#server/sources/website/crawl-job.ts";
import type { ScrapeEvent } from "#server/sources/website/index.ts";
import type { ScrapeTargetRecord } from "#server/store/scrape-types.ts";
import { crawlerName } from "#server/workflows/websites/crawler-name.ts";
import { noteSuccess, targetKey, unwatchedAfter } from "#server/workflows/health/source-keys.ts";
import { takeIn } from "#server/workflows/take-in.ts";
import { withJudgement } from "#server/workflows/with-judgement.ts";
import { withLease } from "#server/workflows/with-lease.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

const NOTHING_SEEN = { seen: 0, created: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0, qualified: 0 };
/** After so many pages the run is stored as it stands. */
const PAGES_BETWEEN_WRITES = 50;
/** Readers are told of each page, but not more often than this. */
const PROGRESS_MILLISECONDS = 200;
const NEVER = new AbortController().signal;

/** What the lease of a target's scrape is called. */
export function scrapeLease(targetId: string): string {
  return `scrape:${targetId}`;
}

/**
 * Reads a target, active or not, and takes in whom it names once all pages are read or the reading ends, which it does
 * when `cancel` aborts. The run tells how it went, also when the site could not be read: that is an outcome, no error.
 * Throws not_found, and scrape_running when another process is at it.
 */
export async function scrapeTarget(workspace: Workspace, id: string, cancel: AbortSignal = NEVER): Promise<ScrapeRun> {
  const target = await workspace.store.scrapes.get(id);
  if (target === null) throw notFound("scrape target");
  const run = await withLease(workspace, scrapeLease(id), (stop) => recordedRun(workspace, target, { stop, cancel }));
  if (run === null) throw conflict("scrape_running", `${target.name} is being scraped already.`);
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
  const { id: targetId, name, failingSince } = target;
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
      await store.scrapes.update(targetId, { lastScrape: run.finishedAt, failingSince: null });
      await noteSuccess(workspace, targetKey(targetId), run.created + run.updated > 0, unwatchedAfter(target));
      await store.journal.add({
        kind: "scrape",
        type: "sync_completed",
        title: `${name} scraped`,
        description: run.message,
        by: "Lead Scraper",
        at: run.finishedAt,
        leadId: null,
      });
    } else if (run.outcome === "failed") {
      await store.scrapes.update(targetId, { failingSince: failingSince ?? run.startedAt });
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
  const { id, name, url, type, selectors, maxPages, maxDepth, renderScripts } = target;
  const [known, userAgent] = await Promise.all([store.scrapes.knownPages(id), crawlerName(workspace)]);
  const job = { url, type, selectors, maxPages, maxDepth, renderScripts, known, userAgent, signal };
  let toldAt = 0;
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
    if (performance.now() - toldAt < PROGRESS_MILLISECONDS) continue;
    toldAt = performance.now();
    const done = run.pages.length;
    feed.progress({
      work: "scrape",
      id,
      label: name,
      done,
      total: Math.min(done + waiting, maxPages),
      finished: false,
    });
  }
  throw new Error("The scrape ended without a verdict");
}

/** Takes leads in, and remembers their pages only then: what is not in the store must be read again. */
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
    const { decision } = await withJudgement(workspace, (judgement) => takeIn(workspace, source, leads, judgement));
    for (const { kind, locator, reason } of decision.outcomes) {
      run.seen += 1;
      run[kind] += 1;
      if (reason !== undefined && run.reasons.length < LIMITS.scrapeTarget.reasonsKept) {
        run.reasons.push({ locator, reason });
      }
    }
    created = decision.counts.created;
    run.qualified += decision.newlyQualified.length;
  }
  const now = await writeRun(workspace, run, created);
  // Another process may have changed what is read meanwhile; then these pages tell nothing about the next run.
  if (isReadAlike(now, target)) await store.scrapes.rememberPages(target.id, pages);
  if (created > 0) feed.changed(["leads"]);
}

/** Stores a run as it stands; answers its target. Throws target_gone. */
async function writeRun({ store, feed }: Workspace, run: ScrapeRun, newLeads = 0): Promise<ScrapeTargetRecord> {
  await store.scrapes.writeRun(run, newLeads);
  const target = await store.scrapes.get(run.targetId);
  if (target === null) throw new AppError("target_gone", 409, "The target was deleted meanwhile.");
  feed.changed(["scrape-targets"]);
  return target;
}

function endedBecause({ stopping }: Pick<Workspace, "stopping">, stop: AbortSignal): string {
  if (!stop.aborted) return "Cancelled.";
  return stopping.aborted
    ? "The server was stopped during the scrape."
    : "The scrape was ended because the server stood still for a while, as on a laptop that sleeps.";
}

function summary(run: ScrapeRun): string {
  if (run.seen === 0) return "Nothing found.";
  const parts = [`${run.created} new`, `${run.updated} updated`, `${run.unchanged} unchanged`];
  if (run.skipped > 0) parts.push(`${run.skipped} left out`);
  return `${run.seen} found: ${parts.join(", ")}.`;
}
