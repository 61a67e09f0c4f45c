import type { ScrapePage, ScrapeRun, ScrapeRunSummary, ScrapeTarget } from "#shared/contract/scrape-target.ts";
import { LIMITS } from "#shared/limits.ts";
import type { Engine } from "#server/db/engine/engine.ts";
import { byIndexKey, indexKey } from "#server/db/engine/index-key.ts";
import { forgetTarget, keepForUndo, noLongerKeep, sourceStore } from "#server/db/sources/kept-for-undo.ts";
import { erasedAmong } from "#server/db/erasure/erased-keys.ts";
import { recordTable, type Watch } from "#server/db/engine/record-table.ts";
import { all, isRowId, run as runQuery, sql, type Work } from "#server/db/engine/sql.ts";
import {
  calledByName,
  type Fields,
  type RecordOf,
  type RecordsTable,
  rowCodec,
  stored,
  type StoredRow,
  type Table,
} from "#server/db/engine/table.ts";

/** A stored target; `leadsFound` counts the new leads of all its runs. */
export type ScrapeTargetRecord = Omit<ScrapeTarget, "lastRun" | "version">;

interface SummaryRecord {
  id: string;
  targetId: string;
  outcome: ScrapeRun["outcome"];
  figures: Omit<ScrapeRunSummary, "id" | "targetId" | "outcome">;
}
const NOTHING_DROPPED = { droppedCount: 0, dropped: [] };

export interface RunRecord extends SummaryRecord {
  pages: ScrapePage[];
}

const PAGE_CODEC = rowCodec({
  url: stored.plain<string>(),
  etag: stored.plain<string>(),
  lastModified: stored.plain<string>(),
  contentHash: stored.plain<string>(),
  /** Its links, so that an unchanged page needn't be parsed for them. */
  links: stored.json<string[]>(),
  /** Row keys of the leads it names. */
  rowKeys: stored.json<string[]>(),
  /** The version of the reader that parsed it. */
  readBy: stored.plain<number>(),
});

/** A page as a run left it, so that the next run can send a conditional request (RFC 9110). */
export type KnownPage = RecordOf<typeof PAGE_CODEC>;

/** A page may have hundreds of links, so writes are split to fit into one statement. */
const PAGES_AT_ONCE = 200;
const REPLACE_PAGE = `on conflict (target_id, url) do update set etag = excluded.etag,
  last_modified = excluded.last_modified, content_hash = excluded.content_hash, links = excluded.links,
  row_keys = excluded.row_keys, read_by = excluded.read_by`;

export const SCRAPE_TARGETS: RecordsTable<ScrapeTargetRecord> = {
  name: "scrape_targets",
  fields: {
    name: stored.plain(),
    url: stored.plain(),
    type: stored.plain(),
    selectors: stored.json(),
    isActive: stored.flag(),
    lastScrape: stored.plain(),
    scrapeFrequency: stored.plain(),
    maxPages: stored.plain(),
    maxDepth: stored.plain(),
    renderScripts: stored.flag(),
    leadsFound: stored.plain(),
    failingSince: stored.plain(),
    createdAt: stored.plain(),
  },
  backup: "all",
  people: { none: "team settings" },
  undo: {
    health: ["last_scrape", "leads_found", "failing_since"],
    called: calledByName("website"),
    topics: ["scrape-targets"],
    removed: (engine, key, at) => keepForUndo(engine, "scrape_targets", key, at),
    *restored(_engine, key, before, after) {
      if (after === null) return yield* noLongerKeep("scrape_targets", key);
      const isReadOtherwise = ["url", "type", "selectors", "render_scripts"].some((column) => column in before);
      if (!isReadOtherwise) return;
      // Its known pages were read under the previous settings.
      yield* runQuery(sql`delete from scrape_pages where target_id = ${key}`);
    },
  },
};

const SUMMARY_FIELDS: Fields<Omit<SummaryRecord, "id">> = {
  targetId: stored.id(),
  outcome: stored.plain(),
  figures: stored.json(),
};

export const SCRAPE_RUNS: RecordsTable<RunRecord> = {
  name: "scrape_runs",
  fields: { ...SUMMARY_FIELDS, pages: stored.json() },
  backup: "all",
  seen: "all",
  people: {
    kind: "Scrape runs",
    key: ["id"],
    texts: ["figures", "pages"],
    ofPerson: "redact",
  },
};

export const SCRAPE_PAGES: Table = {
  name: "scrape_pages",
  backup: "all",
  seen: "all",
  people: {
    kind: "Scraped pages",
    key: ["target_id", "url"],
    texts: ["row_keys", "links", "url"],
    // Deleted pages are read again next time, without the erased person.
    ofPerson: "delete",
  },
};

/** Removing a website leaves its runs and known pages behind: the caller keeps them for an undo or deletes them. */
export function scrapeTargetRecords(watch?: Watch) {
  return recordTable(SCRAPE_TARGETS, watch);
}

/** Websites to scrape, their runs and their known pages, which are deleted with a website; its leads stay. */
export function scrapeStore(engine: Engine) {
  const summaries = recordTable<SummaryRecord>({ ...SCRAPE_RUNS, fields: SUMMARY_FIELDS });
  const runs = recordTable(SCRAPE_RUNS);

  function* forgetOldRuns(targetId: string): Work<void> {
    yield* runQuery(sql`delete from scrape_runs where target_id = ${targetId} and id not in (
      select id from scrape_runs where target_id = ${targetId} order by id desc limit ${LIMITS.scrapeTarget.storedRuns})`);
  }

  const forgetPages = (targetId: string): Work<void> =>
    runQuery(sql`delete from scrape_pages where target_id = ${targetId}`);

  return {
    ...sourceStore(engine, scrapeTargetRecords(), { kindOf: () => "website", forget: forgetTarget }),

    /** Stores a new run and deletes those beyond the latest `LIMITS.scrapeTarget.storedRuns`. Returns its id. */
    beginRun: (run: Omit<ScrapeRun, "id">) =>
      engine.transact(function* () {
        const { id } = yield* runs.create(recordOfRun(run));
        yield* forgetOldRuns(run.targetId);
        return id;
      }),

    /** Updates a run and adds `newLeads` to the target's count. */
    writeRun: (run: ScrapeRun, newLeads: number = 0) =>
      engine.transact(function* () {
        yield* runs.update(run.id, recordOfRun(run));
        if (newLeads === 0 || !isRowId(run.targetId)) return;
        yield* runQuery(
          sql`update scrape_targets set leads_found = leads_found + ${newLeads} where id = ${run.targetId}`,
        );
      }),

    /** The latest runs of a target, newest first. */
    async runs(targetId: string, limit: number): Promise<ScrapeRunSummary[]> {
      if (!isRowId(targetId)) return [];
      const latest = sql`where target_id = ${targetId} order by id desc limit ${limit}`;
      return (await engine.run(() => summaries.find(latest))).map(summaryOfRecord);
    },

    /** A run with its pages; null when there is none. */
    async run(id: string): Promise<ScrapeRun | null> {
      if (!isRowId(id)) return null;
      // Runs of deleted targets are kept only for an undo.
      const [found = null] = await engine.run(() =>
        runs.find(sql`where id = ${id} and target_id in (select id from scrape_targets)`),
      );
      return found === null ? null : runOfRecord(found);
    },

    /** The latest run of every target, by target id. */
    async latestRuns(): Promise<Map<string, ScrapeRunSummary>> {
      const latest = sql`where id in (select max(id) from scrape_runs group by target_id)`;
      const found = await engine.run(() => summaries.find(latest));
      return new Map(found.map((record) => [record.targetId, summaryOfRecord(record)]));
    },

    /** Unfinished runs: in progress, or left by a process that ended. */
    async unfinishedRuns(): Promise<ScrapeRun[]> {
      const found = await engine.run(() =>
        runs.find(sql`where outcome = 'running' and target_id in (select id from scrape_targets) order by id`),
      );
      return found.map(runOfRecord);
    },

    async knownPages(targetId: string): Promise<Map<string, KnownPage>> {
      if (!isRowId(targetId)) return new Map();
      const found = sql<StoredRow>`select * from scrape_pages where target_id = ${targetId}`;
      const pages = (await engine.run(() => all(found))).map(PAGE_CODEC.toRecord);
      return new Map(pages.map((page) => [page.url, page]));
    },

    async rememberPages(targetId: string, pages: readonly KnownPage[]): Promise<void> {
      if (!isRowId(targetId)) return;
      // The last one wins for a duplicate URL: a statement can't write a row twice.
      const byUrl = new Map(
        // A page whose URL is too long for the index is always read again.
        pages.filter(({ url }) => indexKey(url) === url).map((page) => [page.url, page]),
      );
      const written = [...byUrl.values()];
      for (let from = 0; from < written.length; from += PAGES_AT_ONCE) {
        const some = written.slice(from, from + PAGES_AT_ONCE);
        await engine.transact(function* () {
          const erased = yield* erasedRowKeys(engine, pages);
          const rows = some.map((page) => ({
            target_id: targetId,
            ...PAGE_CODEC.toRow({ ...page, rowKeys: page.rowKeys.filter((key) => !erased.has(key)) }),
          }));
          yield* engine.sql.insertMany("scrape_pages", rows, REPLACE_PAGE);
        });
      }
    },

    /** Pages read under other settings are no longer valid. */
    async forgetPages(targetId: string): Promise<void> {
      if (isRowId(targetId)) await engine.transact(() => forgetPages(targetId));
    },
  };
}

/** Row keys on these pages that belong to an erased person and may contain their name. */
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
  // Runs of earlier versions didn't store how much their pages skipped.
  return { ...summaryOfRecord(record), pages: pages.map((page) => ({ ...NOTHING_DROPPED, ...page })) };
}
