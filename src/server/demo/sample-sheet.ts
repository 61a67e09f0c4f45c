import { sampleLeads, type SampleLeads } from "#server/demo/sample-leads.ts";

const COLUMNS = ["name", "email", "company", "phone", "title", "industry", "scrapeUrl", "notes"] as const;
const HEADERS = ["Name", "E-mail", "Company", "Phone", "Job title", "Industry", "Website", "Notes", "City", "Met by"];

/** Rows nobody can be reached by, as every grown sheet has some; they come last. */
const ROWS_LEFT_OUT = [
  ["(duplicate, see above)", "", "", "", "", "", "", "Ask Tom which one is right."],
  ["", "n/a", "Lakeshore Kitchens Inc", "", "", "Furniture", "", "Card without an address."],
];

/** The cells of the sample team's Google Sheet: the headers, its leads in order, and what is left out. */
export function sampleSheet({ google_sheets: leads }: Pick<SampleLeads, "google_sheets"> = sampleLeads()): string[][] {
  const rows = leads.map(({ fields, facts }) => [
    ...COLUMNS.map((column) => fields[column] ?? ""),
    ...facts.map(({ value }) => value),
  ]);
  return [HEADERS, ...rows, ...ROWS_LEFT_OUT];
}
