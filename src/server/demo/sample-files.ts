import type { SampleLead } from "#server/demo/sample-leads.ts";

/** A list that the sample team imports. */
export interface SampleFile {
  fileName: string;
  text: string;
}

/** How many leads each list has, in the order in which they are imported. */
export const FILE_SIZES = [70, 50] as const;

const NAMES = ["contacts-of-the-old-crm.csv", "trade-show-badges.tsv"] as const;
const COLUMNS = ["name", "title", "company", "industry", "email", "phone", "notes"] as const;
const HEADERS = ["Name", "Position", "Company", "Industry", "E-mail", "Phone", "Notes", "Town"];

/** Rows that lead to nobody, as such lists have them. */
const REJECTED: readonly (readonly string[])[] = [
  ["Test Test", "", "", "", "", "", "please ignore", ""],
  ["", "", "", "", "info(at)", "n/a", "Unreadable card", ""],
  ["Total", "", "", "", "", "", "", ""],
];

/**
 * The list with so many leads of the sample: separated by semicolons and marked as UTF-8 as Excel writes it in much of
 * Europe, or by tabs. A few of its rows lead to nobody.
 */
export function sampleFile(leads: readonly SampleLead[], number: number): SampleFile {
  const separator = number === 0 ? ";" : "\t";
  const rows = leads.map(({ fields, facts }) => [
    ...COLUMNS.map((column) => fields[column] ?? ""),
    ...facts.map(({ value }) => value),
  ]);
  rows.splice(Math.floor(rows.length / 3), 0, ...REJECTED.slice(0, 2).map((row) => [...row]));
  const lines = [HEADERS, ...rows, ...REJECTED.slice(2)].map((row) => row.map(quoted).join(separator));
  return { fileName: NAMES[number] ?? "contacts.csv", text: `\u{FEFF}${lines.join("\r\n")}\r\n` };
}

/** As RFC 4180 says; semicolons and tabs count like its commas. */
function quoted(cell: string): string {
  return /[";\t\r\n]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
