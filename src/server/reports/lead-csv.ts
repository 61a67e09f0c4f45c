import type { LeadFilter, LeadSort } from "#shared/contract/lead.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { neutraliseCell } from "#shared/spreadsheet-cell.ts";
import type { Store } from "#server/store/types.ts";

/** The columns of every CSV of leads, by the heading people read and the lead's field. */
const COLUMNS = [
  ["Name", "name"],
  ["Email", "email"],
  ["Company", "company"],
  ["Industry", "industry"],
  ["Title", "title"],
  ["Phone", "phone"],
  ["Status", "status"],
  ["Score", "score"],
  ["Keywords", "keywords"],
  ["Source", "source"],
  ["Missing info", "missingInfo"],
  ["Qualification status", "qualificationStatus"],
  ["Notes", "notes"],
  ["Website", "scrapeUrl"],
  ["Created at", "createdAt"],
  ["Updated at", "updatedAt"],
  ["Id", "id"],
] as const satisfies readonly (readonly [string, keyof StoredLead])[];

/** The fields of a row, in order. */
export const LEAD_CSV_FIELDS = COLUMNS.map(([, field]) => field);

// The semicolon and the tab are quoted too, because spreadsheets of many countries split at them.
const NEEDS_QUOTES = /[",;\r\n\t]/;

/** Without the mark Excel reads UTF-8 as the machine's old code page; RFC 4180 readers of our time skip it. */
export const BYTE_ORDER_MARK = "\ufeff";
/** The header row, after the mark. */
export const LEAD_CSV_HEADER = `${BYTE_ORDER_MARK}${csvRows([COLUMNS.map(([heading]) => heading)])}`;

/** Rows as CSV (RFC 4180): CRLF after each, cells quoted where needed and safe to open in a spreadsheet. */
export function csvRows(rows: readonly (readonly string[])[]): string {
  let csv = "";
  for (const row of rows) {
    let separator = "";
    for (const text of row) {
      const cell = neutraliseCell(text);
      csv += separator + (NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
      separator = ",";
    }
    csv += "\r\n";
  }
  return csv;
}

/**
 * The leads as CSV in chunks, UTF-8 with a byte order mark, straight from the store: every lead that the filter lets
 * through, never all in memory.
 */
export async function* streamLeadCsv(
  store: Pick<Store, "leads">,
  filter: LeadFilter & { ids?: readonly string[] | undefined; sort?: LeadSort | undefined },
): AsyncIterable<string> {
  yield LEAD_CSV_HEADER;
  for await (const rows of store.leads.streamColumns(filter, LEAD_CSV_FIELDS)) yield csvRows(rows);
}
