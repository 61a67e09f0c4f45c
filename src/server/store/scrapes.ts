import { sql } from "kysely";
import type { ScrapePage, ScrapeRun, ScrapeRunSummary } from "#shared/contract/scrape-target.ts";
import { LIMITS } from "#shared/limits.ts";
import type { Engine } from "#server/store/engine.ts";
import { byIndexKey, indexKey } from "#server/store/index-key.ts";
import { forgetTarget } from "#server/store/kept-for-undo.ts";
import { erasedAmong } from "#server/store/people/erased-keys.ts";
import { recordTable, type Fields, type RecordTable, type Watch } from "#server/store/record-table.ts";
import { isRowId } from "#server/store/row-id.ts";
import type { KnownPage, ScrapeStore, ScrapeTargetRecord } from "#server/store/scrape-types.ts";
import { all, run as runQuery, type Work } from "#server/store/work.ts";

interface SummaryRecord {
  id: string;
  targetId: string;
  outcome: ScrapeRun["outcome"];
  figures: Omit<ScrapeRunSummary, "id" | "targetId" | "outcome">;
}
interface RunRecord extends SummaryRecord {
  pages: ScrapePage[];
}

/** A page may have hundreds of links: few enough for one statement. */
const PAGES_AT_ONCE = 200;
const REPLACE_PAGE = `on conflict (target_id, url) do update set etag = excluded.etag,
  last_modified = excluded.last_modified, content_hash = excluded.content_hash, links = excluded.links,
  row_keys = excluded.row_keys, read_by = excluded.read_by`;

const TARGET_FIELDS: Fields<ScrapeTargetRecord> = {
  name: { column: "name", kind: "plain" },
  url: { column: "url", kind: "plain" },
  type: { column: "type", kind: "plain" },
  selectors: { column: "selectors", kind: "json" },
  isActive: { column: "is_active", kind: "flag" },
  lastScrape: { column: "last_scrape", kind: "plain" },
  scrapeFrequency: { column: "scrape_frequency", kind: "plain" },
  maxPages: { column: "max_pages", kind: "plain" },
  maxDepth: { column: "max_depth", kind: "plain" },
  renderScripts: { column: "render_scripts", kind: "flag" },
  leadsFound: { column: "leads_found", kind: "plain" },
  failingSince: { column: "failing_since", kind: "plain" },
  createdAt: { column: "created_at", kind: "plain" },
};

/** The runs and known pages of a removed website stay behind: whoever removes it keeps them for an undo or forgets them. */
export function scrapeTargetRecords(watch?: Watch): RecordTable<ScrapeTargetRecord> {
  return recordTable<ScrapeTargetRecord>("scrape_targets", TARGET_FIELDS, watch);
}

/** Websites to scrape, how each run went, and what their pages were like. */
export function scrapeStore(engine: Engine): ScrapeStore {
  const targets = scrapeTargetRecords();
  const summaryFields: Fields<SummaryRecord> = {
    targetId: { column: "target_id", kind: "id" },
    outcome: { column: "outcome", kind: "plain" },
    figures: { column: "figures", kind: "json" },
  };
  const summaries = recordTable<SummaryRecord>("scrape_runs", summaryFields);
  const runs = recordTable<RunRecord>("scrape_runs", { ...summaryFields, pages: { column: "pages", kind: "json" } });

  function* forgetOldRuns(targetId: string): Work<void> {
    yield* runQuery(sql`delete from scrape_runs where target_id = ${targetId} and id not in (
      select id from scrape_runs where target_id = ${targetId} order by id desc limit ${LIMITS.scrapeTarget.runsKept})`);
  }

  const forgetPages = (targetId: string): Work<void> =>
    runQuery(engine.build.deleteFrom("scrape_pages").where("target_id", "=", targetId));

  return {
    list: () => engine.run(() => targets.list()),
    get: (id) => engine.run(() => targets.get(id)),
    create: (target) => engine.transact(() => targets.create(target)),
    update: (id, patch) => engine.transact(() => targets.update(id, patch)),

    remove: (id) =>
      engine.transact(function* () {
        const existed = yield* targets.remove(id);
        if (existed) yield* forgetTarget(engine, id);
        return existed;
      }),

    beginRun: (run) =>
      engine.transact(function* () {
        const { id } = yield* runs.create(recordOfRun(run));
        yield* forgetOldRuns(run.targetId);
        return id;
      }),

    writeRun: (run, newLeads = 0) =>
      engine.transact(function* () {
        yield* runs.update(run.id, recordOfRun(run));
        if (newLeads === 0 || !isRowId(run.targetId)) return;
        yield* runQuery(
          sql`update scrape_targets set leads_found = leads_found + ${newLeads} where id = ${run.targetId}`,
        );
      }),

    async runs(targetId, limit) {
      if (!isRowId(targetId)) return [];
      const latest = sql`where target_id = ${targetId} order by id desc limit ${limit}`;
      return (await engine.run(() => summaries.find(latest))).map(summaryOfRecord);
    },

    async run(id) {
      if (!isRowId(id)) return null;
      // Those of a deleted target are only kept in case it is brought back.
      const [found = null] = await engine.run(() =>
        runs.find(sql`where id = ${id} and target_id in (select id from scrape_targets)`),
      );
      return found === null ? null : runOfRecord(found);
    },

    async latestRuns() {
      const latest = sql`where id in (select max(id) from scrape_runs group by target_id)`;
      const found = await engine.run(() => summaries.find(latest));
      return new Map(found.map((record) => [record.targetId, summaryOfRecord(record)]));
    },

    async unfinishedRuns() {
      const found = await engine.run(() =>
        runs.find(sql`where outcome = 'running' and target_id in (select id from scrape_targets) order by id`),
      );
      return found.map(runOfRecord);
    },

    async knownPages(targetId) {
      if (!isRowId(targetId)) return new Map();
      const pages = engine.build.selectFrom("scrape_pages").selectAll().where("target_id", "=", targetId);
      const rows = await engine.run(() => all(pages));
      return new Map(
        rows.map((row): [string, KnownPage] => [
          row.url,
          {
            url: row.url,
            etag: row.etag,
            lastModified: row.last_modified,
            contentHash: row.content_hash,
            links: JSON.parse(row.links) as string[],
            rowKeys: JSON.parse(row.row_keys) as string[],
            readBy: row.read_by,
          },
        ]),
      );
    },

    async rememberPages(targetId, pages) {
      if (!isRowId(targetId)) return;
      // The last one counts where a page comes twice: a statement may not write a row two times.
      const rows = new Map(
        // One whose address does not fit into an index is always read afresh.
        pages
          .filter(({ url }) => indexKey(url) === url)
          .map((page) => [
            page.url,
            {
              target_id: targetId,
              url: page.url,
              etag: page.etag,
              last_modified: page.lastModified,
              content_hash: page.contentHash,
              links: JSON.stringify(page.links),
              row_keys: JSON.stringify(page.rowKeys),
              read_by: page.readBy,
            },
          ]),
      );
      const written = [...rows.values()];
      for (let from = 0; from < written.length; from += PAGES_AT_ONCE) {
        const some = written.slice(from, from + PAGES_AT_ONCE);
        await engine.transact(function* () {
          const erased = yield* erasedRowKeys(engine, pages);
          const row_keys = (keys: string): string =>
            JSON.stringify((JSON.parse(keys) as string[]).filter((key) => !erased.has(key)));
          const kept = erased.size === 0 ? some : some.map((row) => ({ ...row, row_keys: row_keys(row.row_keys) }));
          yield* engine.sql.insertMany("scrape_pages", kept, REPLACE_PAGE);
        });
      }
    },

    async forgetPages(targetId) {
      if (isRowId(targetId)) await engine.transact(() => forgetPages(targetId));
    },
  };
}

/** The rows of pages that tell of somebody who was erased, and may name them. */
function* erasedRowKeys(engine: Engine, pages: readonly KnownPage[]): Work<Set<string>> {
  const keys = byIndexKey(pages.flatMap(({ rowKeys }) => rowKeys));
  const rows = [...keys.keys()].map((key) => ({ kind: "row" as const, sourceId: "0", key }));
  return new Set((yield* erasedAmong(engine, rows)).map(({ key }) => keys.get(key) ?? key));
}

function recordOfRun({ targetId, outcome, pages, ...run }: Omit<ScrapeRun, "id">): Omit<RunRecord, "id"> {
  // A stored run's own id is its row's.
  const figures = { ...run, id: undefined };
  return { targetId, outcome, figures, pages };
}

function summaryOfRecord({ id, targetId, outcome, figures }: SummaryRecord): ScrapeRunSummary {
  return { ...figures, id, targetId, outcome };
}

function runOfRecord({ pages, ...record }: RunRecord): ScrapeRun {
  return { ...summaryOfRecord(record), pages };
}
