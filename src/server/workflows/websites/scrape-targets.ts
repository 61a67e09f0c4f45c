import { IdParams } from "#shared/contract/common.ts";
import type {
  NewScrapeTarget,
  ScrapeRun,
  ScrapeRunSummary,
  ScrapeSelectors,
  ScrapeTarget,
  ScrapeTargetUpdate,
} from "#shared/contract/scrape-target.ts";
import { definedFields } from "#shared/defined-fields.ts";
import { LIMITS } from "#shared/limits.ts";
import { invalid, notFound } from "#server/platform/errors.ts";
import { refusalOfUrl } from "#server/platform/outside-url.ts";
import type { Acted } from "#server/store/act.ts";
import type { ScrapeTargetRecord } from "#server/store/scrape-types.ts";
import { act, changeWord, type Told } from "#server/workflows/journal/act.ts";
import { jobs } from "#server/workflows/jobs.ts";
import { cancelJob, pressedJob, resultOf } from "#server/workflows/run-job.ts";
import { isReadAlike } from "#server/workflows/websites/scrape-target.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Every target with its latest run. */
export async function scrapeTargets({ store }: Pick<Workspace, "store">): Promise<ScrapeTarget[]> {
  const [targets, runs] = await Promise.all([store.scrapes.list(), store.scrapes.latestRuns()]);
  return targets.map((target) => withLastRun(target, runs.get(target.id)));
}

/** Adds a target. Throws invalid for an address that cannot be opened or a selector that is none. */
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
  const { done, actId } = await act(workspace, told(target, "added"), ({ scrapeTargets: targets }) =>
    targets.create(target),
  );
  workspace.feed.changed(["scrape-targets"]);
  return { done: withLastRun(done, undefined), actId };
}

/**
 * Changes some fields. What was known of a site that is now read otherwise is forgotten, and a scrape of it that is under
 * way ends. Throws not_found or invalid.
 */
export async function updateScrapeTarget(
  workspace: Workspace,
  id: string,
  patch: ScrapeTargetUpdate,
): Promise<Acted<ScrapeTarget>> {
  const { store, feed } = workspace;
  const before = await store.scrapes.get(id);
  if (before === null) throw notFound("scrape target");
  const url = patch.url === undefined ? before.url : webAddress(patch.url);
  await refuseBrokenSelectors(patch.selectors ?? null);
  const { done: updated, actId } = await act(
    workspace,
    told(before, changeWord(patch)),
    function* ({ scrapeTargets: targets }) {
      const target = yield* targets.update(id, {
        ...definedFields(patch),
        url,
        // How another site fared says nothing about this one.
        ...(url !== before.url && { lastScrape: null, failingSince: null }),
      });
      if (target === null) throw notFound("scrape target");
      return target;
    },
  );
  if (!isReadAlike(before, updated)) {
    await cancelScrape(workspace, id);
    await store.scrapes.forgetPages(id);
  }
  feed.changed(["scrape-targets"]);
  const [lastRun] = await store.scrapes.runs(id, 1);
  return { done: withLastRun(updated, lastRun), actId };
}

/**
 * Deletes a target; its leads stay, and so does what its pages were like, for as long as it can be brought back. Throws
 * not_found.
 */
export async function deleteScrapeTarget(workspace: Workspace, id: string): Promise<Acted<ScrapeTargetRecord>> {
  await cancelScrape(workspace, id);
  const what = (target: ScrapeTargetRecord): Told => told(target, "deleted");
  const acted = await act(workspace, what, function* ({ scrapeTargets: targets }) {
    const target = yield* targets.get(id);
    if (target === null || !(yield* targets.remove(id))) throw notFound("scrape target");
    return target;
  });
  workspace.feed.changed(["scrape-targets"]);
  return acted;
}

function told({ name }: Pick<ScrapeTargetRecord, "name">, what: string): Told {
  return { kind: "website", title: `Website “${name}” ${what}` };
}

/**
 * Scrapes a target for a person; asked again meanwhile, answers with the scrape under way. Throws not_found and
 * scrape_running.
 */
export async function scrapeNow(workspace: Workspace, id: string): Promise<ScrapeRun> {
  const target = await workspace.store.scrapes.get(id);
  if (target === null) throw notFound("scrape target");
  const run = resultOf(await pressedJob(workspace, jobs.scrape(target)), IdParams);
  return scrapeRun(workspace, run.id);
}

/** Ends the scrape that is under way, in whatever process; false without one. Throws not_found. */
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
  return store.scrapes.runs(id, LIMITS.scrapeTarget.runsKept);
}

/** A run with what each of its pages gave. Throws not_found. */
export async function scrapeRun({ store }: Pick<Workspace, "store">, id: string): Promise<ScrapeRun> {
  const run = await store.scrapes.run(id);
  if (run === null) throw notFound("scrape run");
  return run;
}

/** The address that a person means, with https:// where no scheme is written. */
function webAddress(text: string): string {
  const hasScheme = /^[a-z][a-z\d+.-]*:(?!\d+(?:[/?#]|$))/iu.test(text);
  const url = URL.parse(hasScheme ? text : `https://${text.replace(/^\/\//u, "")}`);
  if (url === null) throw invalid("url", "This is not a web address. An example: https://example.com/team");
  // A private address is told of by the scrape: whether it may be opened is for the operator to say.
  const refusal = refusalOfUrl(url, { allowPrivate: true });
  if (refusal !== null) throw invalid("url", refusal);
  if (url.href.length > LIMITS.scrapeTarget.urlLength) throw invalid("url", "The address is too long.");
  return url.href;
}

async function refuseBrokenSelectors(selectors: ScrapeSelectors): Promise<void> {
  if (selectors === null) return;
  const { isSelector } = await import("#server/sources/website/extract/selectors.ts");
  for (const [name, selector] of Object.entries(selectors)) {
    if (selector.trim() !== "" && !isSelector(selector))
      throw invalid(`selectors.${name}`, "This is not a CSS selector.");
  }
}

function withLastRun(target: ScrapeTargetRecord, lastRun: ScrapeRunSummary | undefined): ScrapeTarget {
  return { ...target, lastRun: lastRun ?? null };
}
