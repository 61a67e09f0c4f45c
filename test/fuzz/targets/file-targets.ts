import assert from "node:assert/strict";
import type { RawLead } from "#shared/raw-lead.ts";
import { LIMITS } from "#shared/limits.ts";
import { dataRows, inspectFile } from "#server/pipeline/sources/file-import/index.ts";
import { LeadRows } from "#server/pipeline/sources/file-import/lead-rows.ts";
import { parseSheet } from "#server/pipeline/sources/google-sheets/parse.ts";
import { unlessRefused, type FuzzTarget } from "#test/fuzz/fuzz-target.ts";
import { checkLeads } from "#test/fuzz/intake-check.ts";
import { textSeeds, wordList } from "#test/fuzz/corpus.ts";
import { storedFileOf } from "#test/stored-file.ts";
import { workbookFile, workbookParts, type SheetCell } from "#test/workbook-file.ts";
import { zipArchive } from "#test/zip-archive.ts";

const ROWS_TAKEN_IN = 50;
const TABLE = [
  ["Name", "E-mail", "Company", "Phone", "Notes", "Score"],
  ["Ann Lee", "ann@acme.example", "Acme", "+44 20 7946 0001", 'Said "soon"', "7"],
  ["Bo Berg", "bo@berg.example", "Berg AB", "+46 8 123 456 78", "a, b; c\nd", ""],
  ["张伟", "wei@zhang.example", "张氏", "010 1234 5678", "'=1+1", "-3"],
];
const CSV = TABLE.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")).join("\r\n");
const TSV = TABLE.map((row) => row.join("\t").replaceAll("\n", " ")).join("\n");
const CELLS: SheetCell[] = ['<c t="b"><v>1</v></c>', '<c s="2"><v>46023.75</v></c>', "<c><v>4.4E11</v></c>"].map(
  (xml) => ({ xml }),
);
const SHEET = [...TABLE, ["Cy", "cy@cy.example", ...CELLS]];
const XML_WORDS = wordList(
  '<row r="2">¦</row>¦<c ¦t="s"¦t="inlineStr"¦s="1"¦r="XFD1048576"¦<v>¦</v>¦<is><t>',
  "<!DOCTYPE x [¦<!ENTITY a 'b'>¦&amp;¦&#0;¦&#x110000;¦&a;¦<![CDATA[¦]]>¦<!--¦-->¦/>",
  '_x000D_¦<f>¦<si>¦</si>¦<sheet name="¦r:id="rId1"¦date1904¦xmlns:x=¦<x:row>¦1E400',
);

/** Reads a file as an import does: inspected, then row by row into leads, which go through intake. */
async function readFile(input: Buffer, name: string): Promise<void> {
  const file = storedFileOf(input, name);
  const found = await unlessRefused(() => inspectFile(file, { reading: {} }));
  if (found === null) return;
  assert.ok(found.columns.length <= LIMITS.import.columns, "too many columns");
  const { hasHeader, sheet } = found.reading;
  const rows = new LeadRows({ importId: "1", fileName: name, sheet, hasHeader, columns: found.columns });
  const leads: RawLead[] = [];
  await unlessRefused(async () => {
    for await (const { rows: read, progress } of dataRows(file, found)) {
      assert.ok(progress >= 0 && progress <= 1, `progress ${progress}`);
      for (const row of read) {
        assert.ok(row.cells.every((cell) => typeof cell === "string"));
        const lead = rows.read(row);
        if ("skipped" in lead) assert.notEqual(lead.skipped, "");
        else if (leads.length < ROWS_TAKEN_IN) leads.push(lead);
      }
    }
  });
  checkLeads(leads);
}

/** The part of a workbook that contains XML like this. */
function partOfXml(xml: string): string {
  if (xml.includes("<sst")) return "xl/sharedStrings.xml";
  if (xml.includes("<styleSheet")) return "xl/styles.xml";
  if (xml.includes("<workbook")) return "xl/workbook.xml";
  return xml.includes("<Relationships") ? "xl/_rels/workbook.xml.rels" : "xl/worksheets/sheet1.xml";
}

const PARTS = workbookParts([{ name: "Leads", rows: SHEET }]);

export const fileTargets: readonly FuzzTarget[] = [
  {
    name: "csv",
    seeds: () => [
      ...textSeeds(CSV, TSV, CSV.replaceAll(",", ";"), TSV.replaceAll("\t", "|"), "ann@a.example\nbo@b.example\n"),
      Buffer.from(`\ufeff${CSV}`, "utf16le"),
      Buffer.from("Name;E-Mail\r\nJ\u00f6rg;joerg@a.example\r\n", "latin1"),
    ],
    dictionary: [
      ",",
      ";",
      "\t",
      "|",
      '"',
      '""',
      "\r\n",
      "\n",
      "\r",
      "sep=,",
      "'",
      "=1+1",
      "Email",
      "a@b.example",
      "\0",
    ],
    longest: 200_000,
    run: (input) => readFile(input, "leads.csv"),
  },
  {
    name: "xlsx",
    seeds: () => [workbookFile(SHEET), zipArchive(PARTS), zipArchive([{ name: "leads.csv", content: CSV }])],
    dictionary: [
      "PK\u0003\u0004",
      "PK\u0001\u0002",
      "PK\u0005\u0006",
      "PK\u0006\u0006",
      "xl/",
      "../",
      "[Content_Types].xml",
    ],
    longest: 200_000,
    run: (input) => readFile(input, "leads.xlsx"),
  },
  {
    name: "workbook-xml",
    seeds: () => PARTS.filter(({ name }) => name.startsWith("xl/")).map(({ content }) => Buffer.from(content)),
    dictionary: XML_WORDS,
    longest: 100_000,
    run(input) {
      const name = partOfXml(input.toString("latin1"));
      return readFile(
        zipArchive(PARTS.map((part) => (part.name === name ? { name, content: input } : part))),
        "leads.xlsx",
      );
    },
  },
  {
    name: "sheet-values",
    seeds: () =>
      textSeeds(JSON.stringify({ range: "'My Sheet'!B2:Z100", values: TABLE }), '{"range":"A1","values":[[]]}'),
    dictionary: ["[", "]", '""', '"Name"', ",", "'!A1:", "!", "$ZZZ$9", '"a@b.example"', "null", '"range":"'],
    longest: 100_000,
    run(input) {
      const answer = valuesIn(input.toString());
      if (answer === null) return;
      const { rows, skipped } = parseSheet({ spreadsheetId: "sheet", ...answer });
      assert.ok(rows.length + skipped.length <= answer.values.length);
      checkLeads(rows.slice(0, ROWS_TAKEN_IN));
    },
  },
];

/** The client passes on cells as texts only, whatever Google returns. */
function valuesIn(text: string): { range: string; values: string[][] } | null {
  try {
    const { range, values } = JSON.parse(text) as { range?: unknown; values?: unknown };
    if (!Array.isArray(values)) return null;
    const rows = values.map((row: unknown) => (Array.isArray(row) ? row.map(String) : []));
    return { range: String(range), values: rows };
  } catch {
    return null;
  }
}
