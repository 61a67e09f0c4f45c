import { inflateRawSync } from "node:zlib";
import { sql } from "kysely";
import type { Engine } from "#server/store/engine.ts";
import { byIndexKey, indexKey } from "#server/store/index-key.ts";
import { erasedAddressesIn } from "#server/store/people/erased-keys.ts";
import type { KeptPage } from "#server/store/replay-types.ts";
import { isRowId } from "#server/store/row-id.ts";
import { knownRowLeads } from "#server/store/source-rows.ts";
import { all, run, type Work } from "#server/store/work.ts";

/** Which page a walk through those that are kept has come to. */
export interface KeptPageCursor {
  targetId: string;
  url: string;
}

/** Keeps pages of a target in place of their former ones; none of one that was deleted meanwhile. */
export function* keepPages(engine: Engine, targetId: string, pages: readonly KeptPage[]): Work<void> {
  if (!isRowId(targetId)) return;
  // The last one counts where a page comes twice: a statement may not write a row two times.
  const rows = new Map(pages.filter(({ url }) => indexKey(url) === url).map((page) => [page.url, page]));
  for (const { url, readAt, html } of rows.values()) {
    // One that names somebody who was erased is not kept, whoever else it names.
    if ((yield* erasedAddressesIn(engine, [inflateRawSync(html).toString()])).size > 0) continue;
    yield* run(sql`
      insert into page_sources (target_id, url, read_at, html)
        select id, ${url}, ${readAt}, ${html} from scrape_targets where id = ${targetId}
      on conflict (target_id, url) do update set read_at = excluded.read_at, html = excluded.html`);
  }
}

/** The pages with these addresses, whatever target they are of, by the target's id. */
export function* keptPages({ build, sql: pieces }: Engine, urls: readonly string[]): Work<Map<string, KeptPage[]>> {
  const found = build.selectFrom("page_sources").selectAll().where(pieces.isOneOf("url", urls));
  const pages = new Map<string, KeptPage[]>();
  for (const { target_id, url, read_at, html } of yield* all(found)) {
    const ofTarget = pages.get(String(target_id)) ?? [];
    pages.set(String(target_id), [...ofTarget, { url, readAt: read_at, html }]);
  }
  return pages;
}

/**
 * Looks through the next `limit` pages, and forgets those that name only leads that are gone for good. Those of a site
 * that is being read stay, for whom they name may be about to come. Answers where the next look starts, null at the end.
 */
export function* forgetPagesOfNobody(
  engine: Engine,
  after: KeptPageCursor | null,
  limit: number,
): Work<KeptPageCursor | null> {
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
    yield* run(engine.build.deleteFrom("page_sources").where("target_id", "=", targetId).where("url", "=", url));
  }
  return rows.length < limit ? null : (pages.at(-1) ?? null);
}

/** Those of a page's rows whose leads are there, or may be brought back. */
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
