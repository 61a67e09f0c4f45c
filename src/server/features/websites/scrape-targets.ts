import { IdParams } from "#shared/contract/common.ts";
import type {
  NewScrapeTarget,
  ScraperFigures,
  ScrapeRun,
  ScrapeRunSummary,
  ScrapeSelectors,
  ScrapeTarget,
  ScrapeTargetUpdate,
} from "#shared/contract/scrape-target.ts";
import { definedFields } from "#shared/defined-fields.ts";
import { LIMITS } from "#shared/limits.ts";
import { kindsWith } from "#shared/source-kinds.ts";
import { existing, invalid, notFound } from "#server/platform/errors.ts";
import { refusalOfUrl } from "#server/platform/outside-url.ts";
import type { Acted } from "#server/db/journal/journal-entry.ts";
import type { ScrapeTargetRecord } from "#server/db/sources/scrapes.ts";
import {
  act,
  type ActionEntry,
  changeWord,
  refuseStale,
  removeRecord,
  withVersion,
} from "#server/features/journal/act.ts";
import { jobs } from "#server/jobs/queue/job-definitions.ts";
import { cancelJob, pressedJob, resultOf } from "#server/jobs/queue/run-job.ts";
import { teamDay } from "#server/features/reports/report-clock.ts";
import { isReadAlike } from "#server/features/websites/scrape-target.ts";
import type { Workspace } from "#server/workspace.ts";

/** Every target with its latest run. */
export async function scrapeTargets({ store }: Pick<Workspace, "store">): Promise<ScrapeTarget[]> {
  const [targets, runs] = await Promise.all([store.scrapes.list(), store.scrapes.latestRuns()]);
  return targets.map((target) => withLastRun(target, runs.get(target.id)));
}

/** Adds a target. Throws invalid for an address that can't be opened or an invalid selector. */
export async function createScrapeTarget(workspace: Workspace, input: NewScrapeTarget): Promise<Acted<ScrapeTarget>> {
  await refuseBrokenSelectors(input.selectors);
  const target = {
    ...input,
    url: webAddress(input.url),
    lastScrape: null,
    leadsFound: 0,
    failingSince: null,
    createdAt: workspace.clock().toISOString(),
  };
  const { done, actId } = await act(workspace, entryOf(target, "added"), ({ scrapeTargets: targets }) =>
    targets.create(target),
  );
  return { done: withLastRun(done, undefined), actId };
}

/**
 * Changes some fields. If that changes how the site is read, its known pages are forgotten and a running scrape ends.
 * Throws not_found, stale or invalid.
 */
export async function updateScrapeTarget(
  workspace: Workspace,
  id: string,
  { version, ...patch }: ScrapeTargetUpdate,
): Promise<Acted<ScrapeTarget>> {
  const { store, feed } = workspace;
  const before = existing(await store.scrapes.get(id), "scrape target");
  const url = patch.url === undefined ? before.url : webAddress(patch.url);
  await refuseBrokenSelectors(patch.selectors ?? null);
  const { done: updated, actId } = await act(
    workspace,
    entryOf(before, changeWord(patch)),
    function* ({ scrapeTargets: targets }) {
      const current = existing(yield* targets.get(id), "scrape target");
      refuseStale({ noun: "scrapeTarget", table: "scrape_targets", key: id, record: current, version });
      const target = yield* targets.update(id, {
        ...definedFields(patch),
        url,
        // Another site's outcome doesn't apply to this one.
        ...(url !== before.url && { lastScrape: null, failingSince: null }),
      });
      return target ?? current;
    },
  );
  if (!isReadAlike(before, updated)) {
    await cancelScrape(workspace, id);
    await store.scrapes.forgetPages(id);
    feed.changed(["scrape-targets"]);
  }
  const [lastRun] = await store.scrapes.runs(id, 1);
  return { done: withLastRun(updated, lastRun), actId };
}

/**
 * Deletes a target. Its leads stay, and so do its known pages as long as the deletion can be undone. Throws not_found.
 */
export async function deleteScrapeTarget(workspace: Workspace, id: string): Promise<Acted<ScrapeTargetRecord>> {
  await cancelScrape(workspace, id);
  const what = (target: ScrapeTargetRecord): ActionEntry => entryOf(target, "deleted");
  return act(workspace, what, (records) => removeRecord(records.scrapeTargets, id, "scrape target"));
}

function entryOf({ name }: Pick<ScrapeTargetRecord, "name">, what: string): ActionEntry {
  return { kind: "website", title: `Website “${name}” ${what}` };
}

/** Scrapes a target for a person; a second request joins the running scrape. Throws not_found and scrape_running. */
export async function scrapeNow(workspace: Workspace, id: string): Promise<ScrapeRun> {
  const target = existing(await workspace.store.scrapes.get(id), "scrape target");
  const run = resultOf(await pressedJob(workspace, jobs.scrape(target)), IdParams);
  return scrapeRun(workspace, run.id);
}

/** Cancels the running scrape, in any process; false without one. Throws not_found. */
export async function endScrape(workspace: Workspace, id: string): Promise<boolean> {
  if ((await workspace.store.scrapes.get(id)) === null) throw notFound("scrape target");
  return cancelScrape(workspace, id);
}

function cancelScrape(workspace: Workspace, id: string): Promise<boolean> {
  return cancelJob(workspace, jobs.scrape({ id, name: "" }));
}

/** The latest runs over a target, newest first. Throws not_found. */
export async function scrapeRuns({ store }: Pick<Workspace, "store">, id: string): Promise<ScrapeRunSummary[]> {
  if ((await store.scrapes.get(id)) === null) throw notFound("scrape target");
  return store.scrapes.runs(id, LIMITS.scrapeTarget.storedRuns);
}

/** A run with the result of each page. Throws not_found. */
export async function scrapeRun({ store }: Pick<Workspace, "store">, id: string): Promise<ScrapeRun> {
  return existing(await store.scrapes.run(id), "scrape run");
}

/** The address a user typed, with https:// if the scheme is missing. */
function webAddress(text: string): string {
  const hasScheme = /^[a-z][a-z\d+.-]*:(?!\d+(?:[/?#]|$))/iu.test(text);
  const url = URL.parse(hasScheme ? text : `https://${text.replace(/^\/\//u, "")}`);
  if (url === null) throw invalid("url", "Not a web address. Example: https://example.com/team");
  // The scrape reports a private address: only the operator can allow it.
  const refusal = refusalOfUrl(url, { allowPrivate: true });
  if (refusal !== null) throw invalid("url", refusal);
  if (url.href.length > LIMITS.scrapeTarget.urlLength) throw invalid("url", "The address is too long.");
  return url.href;
}

async function refuseBrokenSelectors(selectors: ScrapeSelectors): Promise<void> {
  if (selectors === null) return;
  const { isSelector } = await import("#server/pipeline/sources/website/extract/selectors.ts");
  for (const [name, selector] of Object.entries(selectors)) {
    if (selector.trim() !== "" && !isSelector(selector)) throw invalid(`selectors.${name}`, "Not a CSS selector.");
  }
}

function withLastRun(target: ScrapeTargetRecord, lastRun: ScrapeRunSummary | undefined): ScrapeTarget {
  return { ...withVersion("scrapeTarget", target), lastRun: lastRun ?? null };
}

/** The tiles of the Lead Scraper, from stored figures without scanning. */
export async function scraperFigures(workspace: Workspace): Promise<ScraperFigures> {
  const { store, websites } = workspace;
  const { from, to } = await teamDay(workspace);
  const [targets, [today = {}], always, formSubmissions] = await Promise.all([
    store.scrapes.list(),
    store.leads.createdBySource([from.toISOString(), to.toISOString()]),
    store.leads.totalsBySource(),
    store.forms.count(),
  ]);
  return {
    activeTargets: targets.filter(({ isActive }) => isActive).length,
    leadsFoundToday: kindsWith("isOnLeadScraper").reduce((sum, source) => sum + (today[source] ?? 0), 0),
    emailLeads: always["email"] ?? 0,
    formSubmissions,
    canRender: websites.canRender,
  };
}
