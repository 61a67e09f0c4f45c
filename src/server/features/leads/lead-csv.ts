import type { LeadFilter, LeadSort } from "#shared/contract/leads/lead.ts";
import { fieldsIn, leadField } from "#shared/lead-fields.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { neutralizeCell, neutralizeStart, spacedPhone } from "#shared/spreadsheet-cell.ts";
import type { Store } from "#server/db/store.ts";
import type { ADDRESS_COLUMNS } from "#server/db/leads/lead-columns.ts";
import { fieldColumn } from "#server/db/leads/lead-fields.ts";
import { DUE_COLUMN } from "#server/db/leads/lead-export.ts";

/** The columns besides the text fields, whose positions `LEAD_FIELDS` defines: scripts read columns by position too. */
const OTHER_COLUMNS: readonly CsvColumn[] = [
  { at: 7, heading: "Status", field: "status" },
  { at: 8, heading: "Score", field: "score" },
  { at: 9, heading: "Keywords", field: "keywords" },
  { at: 10, heading: "Source", field: "source" },
  { at: 11, heading: "Missing info", field: "missingInfo" },
  { at: 12, heading: "Qualification status", field: "qualificationStatus" },
  { at: 15, heading: "Created at", field: "createdAt" },
  { at: 16, heading: "Updated at", field: "updatedAt" },
  { at: 17, heading: "Id", field: "id" },
  { at: 18, heading: "Next step", field: "nextStep" },
  { at: 19, heading: "Next step due", field: DUE_COLUMN },
  { at: 20, heading: "Owner", field: "owner" },
  { at: 21, heading: "Tags", field: "tagMarks" },
  { at: 22, heading: "Email quality", field: "addressQuality" },
  { at: 23, heading: "Email quality reason", field: "addressReason" },
];

interface CsvColumn {
  at: number;
  heading: string;
  field: keyof StoredLead | keyof typeof ADDRESS_COLUMNS | typeof DUE_COLUMN;
}

const TEXT_COLUMNS = fieldsIn("csv").map((field): CsvColumn => {
  const { label, csvHeading = label, shown } = leadField(field);
  return { at: shown.csv ?? 0, heading: csvHeading, field };
});

/** The columns of every CSV of leads. */
const COLUMNS = [...TEXT_COLUMNS, ...OTHER_COLUMNS].toSorted((a, b) => a.at - b.at);

/** The fields of a row, in order. */
export const LEAD_CSV_FIELDS = COLUMNS.map(({ field }) => field);

const PHONE = LEAD_CSV_FIELDS.indexOf("phone");

// Semicolons and tabs are quoted too, because spreadsheets in many countries split at them.
const NEEDS_QUOTES = /[",;\r\n\t]/;

/** Without this mark Excel reads UTF-8 as the machine's legacy code page; modern RFC 4180 readers skip it. */
export const BYTE_ORDER_MARK = "\ufeff";
/** The header row, after the mark. */
export const LEAD_CSV_HEADER = headerWith([]);

function headerWith(names: readonly string[]): string {
  return `${BYTE_ORDER_MARK}${csvRows([[...COLUMNS.map(({ heading }) => heading), ...names]])}`;
}

/**
 * Rows as CSV (RFC 4180): CRLF after each, cells quoted where needed and safe to open in a spreadsheet. `phoneAt` is the
 * column whose phone numbers are written with spaces.
 */
export function csvRows(rows: readonly (readonly string[])[], phoneAt = -1): string {
  let csv = "";
  for (const row of rows) {
    for (let at = 0; at < row.length; at += 1) {
      if (at > 0) csv += ",";
      const text = row[at] ?? "";
      // Many cells are empty.
      if (text === "") continue;
      if (NEEDS_QUOTES.test(text)) csv += `"${neutralizeCell(text).replaceAll('"', '""')}"`;
      else csv += neutralizeStart(at === phoneAt ? spacedPhone(text) : text);
    }
    csv += "\r\n";
  }
  return csv;
}

/** Rows of LEAD_CSV_FIELDS as CSV. */
export function leadCsvRows(rows: readonly (readonly string[])[]): string {
  return csvRows(rows, PHONE);
}

/**
 * The leads as CSV in chunks, UTF-8 with a byte order mark, streamed from the store: every lead that matches the
 * filter, never all in memory. Custom fields follow the other columns.
 */
export async function* streamLeadCsv(
  store: Pick<Store, "leads" | "leadFields">,
  filter: LeadFilter & { ids?: readonly string[] | undefined; sort?: LeadSort | undefined },
): AsyncIterable<string> {
  const fields = await store.leadFields.list();
  yield headerWith(fields.map(({ name }) => name));
  const columns = [...LEAD_CSV_FIELDS, ...fields.map(fieldColumn)];
  for await (const rows of store.leads.streamColumns(filter, columns)) yield leadCsvRows(rows);
}
