import type { LeadFilter, LeadSort } from "#shared/contract/lead.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { neutraliseCell } from "#shared/spreadsheet-cell.ts";
import { formatTextList } from "#shared/text-list.ts";
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

const FIELDS = COLUMNS.map(([, field]) => field);

// The semicolon and the tab are quoted too, because spreadsheets of many countries split at them.
const NEEDS_QUOTES = /[",;\r\n\t]/;

/** Without the mark Excel reads UTF-8 as the machine's old code page; RFC 4180 readers of our time skip it. */
const BYTE_ORDER_MARK = "\ufeff";
const HEADER = `${BYTE_ORDER_MARK}${csvRows([COLUMNS.map(([heading]) => heading)])}`;

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

/** The leads as one CSV with its header row, UTF-8 with a byte order mark. */
export function leadCsv(leads: readonly StoredLead[]): string {
  return HEADER + csvRows(leads.map((lead) => FIELDS.map((field) => cellText(lead[field]))));
}

/** The same CSV in chunks, straight from the store: every lead that the filter lets through, never all in memory. */
export async function* streamLeadCsv(
  store: Pick<Store, "leads">,
  filter: LeadFilter & { sort?: LeadSort | undefined },
): AsyncIterable<string> {
  yield HEADER;
  for await (const rows of store.leads.streamColumns(filter, FIELDS)) yield csvRows(rows);
}

function cellText(value: string | number | readonly string[]): string {
  return typeof value === "object" ? formatTextList(value) : String(value);
}
