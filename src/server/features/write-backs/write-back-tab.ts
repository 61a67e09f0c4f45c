import { WRITE_BACK_KIND } from "#shared/contract/leads/write-back.ts";
import { conflict } from "#server/platform/errors.ts";
import { askedRange, tabOf } from "#server/pipeline/sources/google-sheets/a1-range.ts";
import type { Records } from "#server/db/actions/nouns.ts";
import type { Work } from "#server/db/engine/sql.ts";
import type { WebhookEndpointRecord } from "#server/db/outbox/webhook-endpoints.ts";
import type { DataSourceRecord } from "#server/db/sources/data-sources.ts";

/** The tab that a source is configured for; null without a spreadsheet. Its range within the tab doesn't matter. */
export function tabOfSource({ config }: Pick<DataSourceRecord, "config">): string | null {
  const { spreadsheetId = "", range } = config;
  if (spreadsheetId === "") return null;
  const asked = askedRange(range);
  return `${spreadsheetId}!${asked === null ? "" : (tabOf(asked) ?? "")}`;
}

/** Throws sheet_taken if another write-back is configured for this tab. */
export function refuseTaken(
  endpoints: readonly WebhookEndpointRecord[],
  tab: string | null,
  id: string | null = null,
): void {
  const other = endpoints.find((one) => one.kind === WRITE_BACK_KIND && one.id !== id && one.tab === tab);
  if (other === undefined || tab === null) return;
  throw conflict("sheet_taken", `“${other.url}” already writes to this tab. Turn off its write-back first.`);
}

/** Keeps a changed source's write-back on the source's tab. Throws sheet_taken. */
export function* followSource({ webhookEndpoints }: Records, source: DataSourceRecord): Work<void> {
  const endpoints = yield* webhookEndpoints.list();
  const own = endpoints.find(({ sourceId }) => sourceId === source.id);
  const tab = tabOfSource(source);
  if (own === undefined || (own.tab === tab && own.url === source.name)) return;
  refuseTaken(endpoints, tab, own.id);
  yield* webhookEndpoints.update(own.id, { tab, url: source.name, place: null, filledAt: null });
}

/** Ends the write-back of a source that is deleted; the undo of the deletion restores both. */
export function* endWriteBack({ webhookEndpoints }: Records, sourceId: string): Work<void> {
  for (const endpoint of yield* webhookEndpoints.list()) {
    if (endpoint.sourceId === sourceId) yield* webhookEndpoints.remove(endpoint.id);
  }
}
