import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CustomField } from "#shared/contract/leads/lead-field.ts";
import { restoreCell } from "#shared/spreadsheet-cell.ts";
import { csvRows, LEAD_CSV_HEADER, streamLeadCsv } from "#server/features/leads/lead-csv.ts";
import type { LeadStore } from "#server/db/lead-changes/leads.ts";
import { COMPUTED_HEADERS } from "#server/pipeline/sources/file-import/column-targets.ts";
import { inspectFile } from "#server/pipeline/sources/file-import/index.ts";
import { storedFileOf } from "#test/stored-file.ts";
import { rounds } from "#test/thorough.ts";

/** The grammar of RFC 4180, read strictly and independently of the writer. */
function readCsv(csv: string): string[][] {
  const rows: string[][] = [];
  let at = 0;
  while (at < csv.length) {
    const row: string[] = [];
    for (;;) {
      const cell = /"((?:[^"]|"")*)"|([^",\r\n]*)/y;
      cell.lastIndex = at;
      const found = cell.exec(csv);
      if (found === null) throw new Error(`Not CSV at ${at}`);
      row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? "");
      at = cell.lastIndex;
      if (csv[at] !== ",") break;
      at += 1;
    }
    if (csv.slice(at, at + 2) !== "\r\n") throw new Error(`A row does not end at ${at}`);
    at += 2;
    rows.push(row);
  }
  return rows;
}

test.each([
  ["plain cells stand bare", [["a", "b 1"]], "a,b 1\r\n"],
  ["a comma, a quote or a line break needs quotes", [["a,b", 'say "hi"', "x\r\ny"]], '"a,b","say ""hi""","x\r\ny"\r\n'],
  ["so do the separators of other countries", [["a;b", "c\td"]], '"a;b","c\td"\r\n'],
  ["empty cells stay", [["", "", ""]], ",,\r\n"],
  ["a formula is neutralised before it is quoted", [['=HYPERLINK("x","y")']], `"'=HYPERLINK(""x"",""y"")"\r\n`],
  ["no rows are nothing", [], ""],
])("%s", (_name, rows, csv) => {
  expect(csvRows(rows)).toBe(csv);
});

test("any texts are read back unchanged, and no cell starts a formula", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: fc.constantFrom('"', ",", "\r", "\n", "=", "'", " ", "a") }),
  );
  const table = fc.array(fc.array(text, { minLength: 1, maxLength: 5 }), { maxLength: 5 });
  fc.assert(
    fc.property(table, (rows) => {
      const cells = readCsv(csvRows(rows));
      expect(cells.map((row) => row.map(restoreCell))).toEqual(rows);
      for (const cell of cells.flat()) expect(cell).not.toMatch(/^[\s"]*[=+\-@\t\r]/u);
    }),
    { numRuns: rounds(150, 500) },
  );
});

/** Scripts read these by position. */
const HEADER = [
  "Name",
  "Email",
  "Company",
  "Industry",
  "Title",
  "Phone",
  "Status",
  "Score",
  "Keywords",
  "Source",
  "Missing info",
  "Qualification status",
  "Notes",
  "Website",
  "Created at",
  "Updated at",
  "Id",
];

test("a file starts with the byte order mark and the headings, with new ones at the end", () => {
  expect(LEAD_CSV_HEADER.startsWith("\ufeffName,Email,")).toBe(true);
  const [header, ...more] = readCsv(LEAD_CSV_HEADER.slice(1));
  expect(header?.slice(0, HEADER.length)).toEqual(HEADER);
  expect(more).toEqual([]);
});

test("the export streams these columns chunk by chunk with the filter applied", async () => {
  const asked: unknown[] = [];
  const leads: Pick<LeadStore, "streamColumns"> = {
    async *streamColumns(filter, columns) {
      asked.push(filter);
      const lists: Record<string, string> = { keywords: "=pricing, big, deal", missingInfo: "" };
      yield [columns.map((column) => lists[column] ?? `1 ${column}`)];
      yield [columns.map((column) => lists[column] ?? `2 ${column}`)];
    },
  };
  const filter = { status: "rejected", search: "ada" } as const;
  const chunks = await Array.fromAsync(
    streamLeadCsv({ leads: leads as LeadStore, leadFields: { list: async () => [] } }, filter),
  );
  expect(asked).toEqual([filter]);
  expect(chunks).toHaveLength(3);
  const [header, first, second] = readCsv(chunks.join("").slice(1));
  expect(header?.slice(0, HEADER.length)).toEqual(HEADER);
  expect(first?.slice(0, 2)).toEqual(["1 name", "1 email"]);
  expect(first?.slice(8, 11)).toEqual(["'=pricing, big, deal", "1 source", ""]);
  expect(second?.[HEADER.indexOf("Id")]).toBe("2 id");
});

const suites = process.env["PEER_SUITES"];
describe.skipIf(suites === undefined)("texts that break spreadsheets and software", () => {
  const read = (path: string) => readFileSync(join(suites ?? "", path), "utf8");

  test.each([
    ["formula payloads", () => read("csv-injection/Intruder/csv-payload.txt").split("\n")],
    ["naughty strings", () => JSON.parse(read("naughty-strings/blns.json")) as string[]],
  ])("%s come back unchanged, and none starts a formula", (_name, load) => {
    const texts = load();
    expect(texts.length).toBeGreaterThan(4);
    const cells = readCsv(csvRows(texts.map((text) => [text])));
    expect(cells.map(([cell]) => restoreCell(cell ?? ""))).toEqual(texts);
    for (const cell of cells.flat()) expect(cell).not.toMatch(/^[\s"]*[=+\-@\t\r＝＋－＠]/u);
  });
});

test("an import ignores what the export computes, which would be scored", async () => {
  const { columns } = await inspectFile(storedFileOf(LEAD_CSV_HEADER), { reading: {} });
  const ignored = columns.filter(({ target }) => target === "ignore").map(({ name }) => name);
  expect(ignored.toSorted()).toEqual([...COMPUTED_HEADERS].toSorted());
  // A detail would say what the lead needs.
  expect(columns.filter(({ target }) => target === "fact")).toEqual([]);
  const sheet = await inspectFile(storedFileOf("Email,Source,Score,Winnow score\n"), { reading: {} });
  expect(sheet.columns.map(({ target }) => target)).toEqual(["email", "fact", "fact", "ignore"]);
});

test("an import reads an export's status and custom fields, whatever those are called", async () => {
  const field = (key: string, name: string): CustomField => ({ id: "1", key, name, kind: "text", options: [] });
  const fields = [field("state", "Status"), field("place", "Position"), field("tier", "Tier (2)")];
  const file = LEAD_CSV_HEADER.replace("\r\n", ",Status,Position,Tier (2)\r\n");
  const { columns } = await inspectFile(storedFileOf(file), { reading: {}, fields });
  expect(columns.find(({ name }) => name === "Status")?.target).toBe("status");
  expect(columns.slice(-3).map(({ target }) => target)).toEqual(["field:state", "field:place", "field:tier"]);
});
