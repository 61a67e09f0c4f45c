import { inflateRawSync } from "node:zlib";
import type { Engine } from "#server/db/engine/engine.ts";
import { byIndexKey, indexKey } from "#server/db/engine/index-key.ts";
import { erasedAddressesIn } from "#server/db/erasure/erased-keys.ts";
import { knownRowLeads } from "#server/db/leads/source-rows.ts";
import { all, isRowId, run, sql, type Work } from "#server/db/engine/sql.ts";
import type { StoredRow, Table } from "#server/db/engine/table.ts";

export const PAGE_SOURCES: Table = {
  name: "page_sources",
  backup: "all",
  seen: "none",
  people: {
    kind: "Stored pages",
    key: ["target_id", "url"],
    texts: ["url"],
    opened: { where: "true", text: inflated },
    ofPerson: "delete",
  },
};

function inflated({ html }: StoredRow): string {
  try {
    return inflateRawSync(html as Buffer).toString();
  } catch {
    // No other reader can open it either.
    return "";
  }
}

/** A page as read, with deflated HTML. */
export interface StoredPage {
  url: string;
  readAt: string;
  html: Buffer;
}

/** Position of a scan through stored pages. */
export interface StoredPageCursor {
  targetId: string;
  url: string;
}

/** Stores pages of a target, replacing earlier versions; does nothing if the target was deleted in the meantime. */
export function* keepPages(engine: Engine, targetId: string, pages: readonly StoredPage[]): Work<void> {
  if (!isRowId(targetId)) return;
  // The last one wins for a duplicate URL: a statement can't write a row twice.
  const rows = new Map(pages.filter(({ url }) => indexKey(url) === url).map((page) => [page.url, page]));
  for (const { url, readAt, html } of rows.values()) {
    // A page that names an erased person isn't stored, even if it names others too.
    if ((yield* erasedAddressesIn(engine, [inflateRawSync(html).toString()])).size > 0) continue;
    yield* run(sql`
      insert into page_sources (target_id, url, read_at, html)
        select id, ${url}, ${readAt}, ${html} from scrape_targets where id = ${targetId}
      on conflict (target_id, url) do update set read_at = excluded.read_at, html = excluded.html`);
  }
}

/** The pages with these URLs of any target, by target id. */
export function* storedPages(engine: Engine, urls: readonly string[]): Work<Map<string, StoredPage[]>> {
  const found = sql<{ target_id: string | number; url: string; read_at: string; html: Buffer }>`
    select target_id, url, read_at, html from page_sources where ${engine.sql.isOneOf("url", urls)}`;
  const pages = new Map<string, StoredPage[]>();
  for (const { target_id, url, read_at, html } of yield* all(found)) {
    const ofTarget = pages.get(String(target_id)) ?? [];
    pages.set(String(target_id), [...ofTarget, { url, readAt: read_at, html }]);
  }
  return pages;
}

/**
 * Examines the next `limit` pages and deletes those that name only permanently deleted leads. Skips sites being
 * scraped, whose leads may not be stored yet. Returns where the next scan starts, null at the end.
 */
export function* deleteOrphanedPages(
  engine: Engine,
  after: StoredPageCursor | null,
  limit: number,
): Work<StoredPageCursor | null> {
  const rest = after === null ? sql`` : sql`and (p.target_id, p.url) > (${after.targetId}, ${after.url})`;
  const rows = yield* all(
    sql<{ target_id: string | number; url: string; row_keys: string }>`
      select p.target_id, p.url, k.row_keys from page_sources p
      join scrape_pages k on k.target_id = p.target_id and k.url = p.url
      where p.target_id not in (select target_id from scrape_runs where outcome = 'running') ${rest}
      order by p.target_id, p.url limit ${limit}`,
  );
  const pages = rows.map((row) => ({
    targetId: String(row.target_id),
    url: row.url,
    // Only rememberPages writes this column.
    rowKeys: JSON.parse(row.row_keys) as string[],
  }));
  const named = yield* livingRows(engine, [...new Set(pages.flatMap(({ rowKeys }) => rowKeys))]);
  for (const { targetId, url, rowKeys } of pages) {
    if (rowKeys.some((key) => named.has(key))) continue;
    yield* run(sql`delete from page_sources where target_id = ${targetId} and url = ${url}`);
  }
  return rows.length < limit ? null : (pages.at(-1) ?? null);
}

/** The rows whose leads exist or may still be restored. */
function* livingRows(engine: Engine, rowKeys: readonly string[]): Work<Set<string>> {
  if (rowKeys.length === 0) return new Set();
  const there = yield* knownRowLeads(engine, { id: null }, rowKeys);
  const keys = byIndexKey(rowKeys);
  const undoable = yield* all(
    sql<{ key: string }>`
      select key from tombstones t where kind = 'row' and source_id = 0 and ${engine.sql.isOneOf("key", [...keys.keys()])}
        and (exists (select 1 from journal j where j.lead_id = t.lead_id and j.undo is not null)
          or exists (select 1 from act_changes c where c.lead_id = t.lead_id and c.undo <> ''))`,
  );
  return new Set([...there.keys(), ...undoable.map(({ key }) => keys.get(key) ?? key)]);
}
