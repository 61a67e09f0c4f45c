import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { FileRow } from "#server/pipeline/sources/file-import/file-row.ts";
import {
  dataRows,
  inspectFile,
  type FileChoice,
  type InspectedFile,
} from "#server/pipeline/sources/file-import/index.ts";
import { SharedStrings } from "#server/pipeline/sources/file-import/shared-strings.ts";
import type { StoredFile } from "#server/pipeline/sources/file-import/stored-file.ts";
import { storedFileOf } from "#test/stored-file.ts";
import { escaped, workbookFile, workbookParts, type SheetCell } from "#test/workbook-file.ts";
import { zipArchive, type ZipEntry } from "#test/zip-archive.ts";

const HEADER = ["Name", "Email", "Value"];
const CONTENT_TYPES: ZipEntry = { name: "[Content_Types].xml", content: "<Types/>" };

async function rowsOf(file: StoredFile, choice: FileChoice = { reading: {} }): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const read of dataRows(file, await inspectFile(file, choice)))
    rows.push(...read.rows.map(({ cells }) => cells));
  return rows;
}

/** The value of a cell with this XML. */
async function valueOf(xml: string): Promise<string | undefined> {
  const rows = await rowsOf(storedFileOf(workbookFile([HEADER, ["Ann", "ann@acme.example", { xml }]])));
  return rows[0]?.[2];
}

describe("a cell of a workbook", () => {
  test.each([
    ["a number", "<c><v>42</v></c>", "42"],
    ["a long number, such as a phone's", "<c><v>4.42079460001E11</v></c>", "442079460001"],
    ["a binary fraction", "<c><v>0.30000000000000004</v></c>", "0.3"],
    ["a date", '<c s="1"><v>46023</v></c>', "2026-01-01"],
    ["a date with its time", '<c s="2"><v>46023.75</v></c>', "2026-01-01T18:00:00"],
    ["a time", '<c s="2"><v>0.5</v></c>', "12:00:00"],
    ["the first day there is", '<c s="1"><v>1</v></c>', "1900-01-01"],
    ["the day after the one that Excel believes in", '<c s="1"><v>61</v></c>', "1900-03-01"],
    ["a number whose format has letters in quotes", '<c s="3"><v>46023</v></c>', "46023"],
    ["a share in percent", '<c s="4"><v>0.07</v></c>', "7%"],
    ["a postal code with its leading zero", '<c s="5"><v>1067</v></c>', "01067"],
    ["a date beyond all years", '<c s="1"><v>1e20</v></c>', "100000000000000000000"],
    ["yes", '<c t="b"><v>1</v></c>', "TRUE"],
    ["no", '<c t="b"><v>0</v></c>', "FALSE"],
    ["an error", '<c t="e"><v>#N/A</v></c>', "#N/A"],
    ["what a formula came to", '<c t="str"><f>A1&amp;"!"</f><v>Ann!</v></c>', "Ann!"],
    ["an inline string", '<c t="inlineStr"><is><t>R&amp;D &lt;x&gt;</t></is></c>', "R&D <x>"],
    [
      "a text in several formats, without how it is read aloud",
      '<c t="inlineStr"><is><r><t>東</t></r><r><rPr><b/></rPr><t>京</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></is></c>',
      "東京",
    ],
    ["a character that XML does not have", '<c t="inlineStr"><is><t>a_x000D_b</t></is></c>', "a\rb"],
    ["a shared text that is not there", '<c t="s"><v>999</v></c>', ""],
    ["nothing", '<c s="1"/>', undefined],
    ["something in a later column", '<c r="D2"><v>7</v></c>', ""],
  ])("that holds %s", async (_, xml, value) => {
    expect(await valueOf(xml)).toBe(value);
  });

  test("counts days from 1904 where the workbook does", async () => {
    const rows: SheetCell[][] = [HEADER, ["Ann", "ann@acme.example", { xml: '<c s="1"><v>44561</v></c>' }]];
    const parts = workbookParts([{ name: "Leads", rows }], { properties: '<workbookPr date1904="1"/>' });
    expect(await rowsOf(storedFileOf(zipArchive(parts)))).toEqual([["Ann", "ann@acme.example", "2026-01-01"]]);
  });
});

describe("a workbook", () => {
  test("is read with gaps, blank rows and prefixed names, with Excel's row numbers", async () => {
    const parts = workbookParts([{ name: "Leads", rows: [] }]);
    const xml =
      '<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:sheetData>' +
      '<x:row r="3"><x:c r="B3" t="str"><x:v>Name</x:v></x:c><x:c r="D3" t="str"><x:v>Email</x:v></x:c></x:row>' +
      '<x:row r="7"><x:c r="B7" t="str"><x:v>Ann</x:v></x:c><x:c r="D7" t="str"><x:v>a@b.example</x:v></x:c></x:row>' +
      "</x:sheetData></x:worksheet>";
    const file = storedFileOf(
      zipArchive(parts.map((part) => (part.name.endsWith("sheet1.xml") ? { ...part, content: xml } : part))),
    );
    const found = await inspectFile(file, { reading: {} });
    expect(found.columns.map(({ name }) => name)).toEqual(["Column A", "Name", "Column C", "Email"]);
    const read = [];
    for await (const { rows } of dataRows(file, found)) read.push(...rows);
    expect(read).toEqual([{ number: 7, cells: ["", "Ann", "", "a@b.example"] }]);
  });

  test("has its sheets to choose from, hidden ones last", async () => {
    const sheet = (name: string): SheetCell[][] => [HEADER, [name, `${name}@acme.example`, ""]];
    const file = storedFileOf(
      zipArchive(
        workbookParts([
          { name: "old", rows: sheet("old"), state: "hidden" },
          { name: "R&D", rows: sheet("rd") },
          { name: "deep", rows: sheet("deep"), state: "veryHidden" },
          { name: "new", rows: sheet("new") },
        ]),
      ),
    );
    expect(await inspectFile(file, { reading: {} })).toMatchObject({
      format: "xlsx",
      sheets: ["R&D", "new", "old", "deep"],
      reading: { sheet: "R&D", encoding: null, delimiter: null, hasHeader: true },
    });
    expect(await rowsOf(file, { reading: { sheet: "old" } })).toEqual([["old", "old@acme.example"]]);
    await expect(inspectFile(file, { reading: { sheet: "none" } })).rejects.toMatchObject({ id: "invalid" });
  });

  test("starts with the first visible sheet that has contacts", async () => {
    const cover = { name: "Cover", rows: [["Spring fair"], ["See the next sheet"]] };
    const empty = { name: "Empty", rows: [] };
    const leads = { name: "Leads", rows: [HEADER, ["Ann", "ann@acme.example", ""]] };
    const opened = (sheets: Parameters<typeof workbookParts>[0]): Promise<InspectedFile> =>
      inspectFile(storedFileOf(zipArchive(workbookParts(sheets))), { reading: {} });
    expect((await opened([empty, cover, leads])).reading.sheet).toBe("Leads");
    expect((await opened([empty, cover])).reading.sheet).toBe("Cover");
    await expect(opened([empty])).rejects.toMatchObject({ id: "file_refused" });
  });

  test("takes the widest row, since each cell has its own column", async () => {
    const file = storedFileOf(
      workbookFile([
        ["Name", "Email"],
        ["Ann", "a@b.example", "", "more"],
      ]),
    );
    const { columns, oddities } = await inspectFile(file, { reading: {} });
    expect(columns.map(({ name }) => name)).toEqual(["Name", "Email", "Column C", "Column D"]);
    expect(oddities).toEqual(["There are more columns than headers. Check that each header is above its column."]);
  });

  test("in many chunks is read completely", async () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => [
      `Person ${at}`,
      `p${at}@acme.example`,
      String(Math.sin(at)),
    ]);
    const read = await rowsOf(storedFileOf(workbookFile([HEADER, ...rows])));
    expect(read).toEqual(rows);
  });

  test("that is really text is read as text", async () => {
    const file = storedFileOf("Name,Email\nAnn,a@b.example\n", "leads.xlsx");
    expect((await inspectFile(file, { reading: {} })).format).toBe("csv");
    const addresses = storedFileOf("ann@a.example\nbo@b.example\n", "addresses.XLSX");
    expect((await inspectFile(addresses, { reading: {} })).columns).toMatchObject([{ target: "email" }]);
  });
});

describe("rejected, with what it is", () => {
  const leads = workbookParts([{ name: "Leads", rows: [HEADER, ["Ann", "a@b.example", ""]] }]);
  const changed = (name: string, content: string): Buffer =>
    zipArchive(leads.map((part) => (part.name === name ? { name, content } : part)));
  const ole = (...names: string[]): Buffer => {
    const file = Buffer.alloc(1_536);
    Buffer.from("d0cf11e0a1b11ae1", "hex").copy(file);
    file.writeUInt16LE(9, 30);
    file.writeUInt32LE(1, 48);
    names.forEach((name, at) => file.write(name, 1_024 + at * 128, "utf16le"));
    return file;
  };
  const zeros = "0".repeat(30_000_000);
  const largeStyles = { name: "xl/styles.xml", content: randomBytes(90_000), declares: { bytes: 20_000_001 } };

  test.each([
    ["macros", zipArchive([...leads, { name: "xl/vbaProject.bin", content: "x" }])],
    ["binary workbook", zipArchive([CONTENT_TYPES, { name: "xl/workbook.bin", content: "x" }])],
    ["Word document", zipArchive([CONTENT_TYPES, { name: "word/document.xml", content: "<x/>" }])],
    ["PowerPoint", zipArchive([CONTENT_TYPES, { name: "ppt/presentation.xml", content: "<x/>" }])],
    ["OpenDocument", zipArchive([{ name: "content.xml", content: "<x/>" }])],
    ["Apple Numbers", zipArchive([{ name: "Index/Tables/Tile.iwa", content: "x" }])],
    ["ZIP archive", zipArchive([{ name: "leads.csv", content: "Name" }])],
    ["empty ZIP", zipArchive([])],
    ["isn't an Excel workbook", Buffer.from("These are my notes.\nNot a table at all.\n")],
    ["password", ole("Root Entry", "EncryptedPackage", "EncryptionInfo")],
    ["(.xls)", ole("Root Entry", "Workbook")],
    ["old Office document", ole("Root Entry", "WordDocument")],
    ["password-protected", zipArchive(leads.map((part) => ({ ...part, declares: { flags: 0x801 } })))],
    ["no sheet", changed("xl/workbook.xml", "<workbook><sheets/></workbook>")],
    [
      "document type",
      changed("xl/worksheets/sheet1.xml", '<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet>&a;</worksheet>'),
    ],
    ["document type", changed("xl/sharedStrings.xml", '<!DOCTYPE x [<!ENTITY a "aaaa">]><sst/>')],
    ["XML isn't valid", changed("xl/worksheets/sheet1.xml", `<worksheet>${"<a>".repeat(200)}`)],
    ["XML isn't valid", changed("xl/worksheets/sheet1.xml", `<worksheet a="${"=,;".repeat(2_000_000)}`)],
    ["XML isn't valid", changed("xl/sharedStrings.xml", `<sst><si>${`<t>${"x".repeat(60_000)}</t>`.repeat(2)}`)],
    ["no rows", changed("xl/worksheets/sheet1.xml", "<worksheet>")],
    ["suspicious size", changed("xl/worksheets/sheet1.xml", `<worksheet>${zeros}`)],
    ["suspicious size", zipArchive(leads.map((part) => (part.name === "xl/styles.xml" ? largeStyles : part)))],
    ["damaged", zipArchive([...leads, ...leads])],
    ["damaged", zipArchive([...leads, { name: "../../etc/passwd", content: "x" }])],
    ["damaged", zipArchive(leads.map((part) => ({ ...part, declares: { bytes: 10 } })))],
    ["damaged", zipArchive(leads).subarray(0, 900)],
    ["damaged", Buffer.concat([zipArchive(leads).subarray(0, 400), zipArchive(leads).subarray(500)])],
    ["suspicious size", zipArchive(Array.from({ length: 5_001 }, (_, at) => ({ name: `xl/${at}`, content: "" })))],
    ["500 columns", workbookFile([Array.from({ length: 600 }, (_, at) => `c${at}`)])],
    ["200 sheets", zipArchive(workbookParts(Array.from({ length: 201 }, (_, at) => ({ name: `s${at}`, rows: [] }))))],
  ])("%s (%#)", async (says, content) => {
    const error = await inspectFile(storedFileOf(content, "leads.xlsx"), { reading: {} }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ id: "file_refused", status: 422, message: expect.stringContaining(says) as string });
  });

  test("very many shared texts, however short", () => {
    const strings = new SharedStrings(1_048_576);
    for (let count = 0; count < 65_536; count += 1) strings.add("");
    expect(() => strings.add("")).toThrow("more than 1 MB of text");
  });

  test("a row whose cells repeat a long shared text, and only that row", async () => {
    const repeated = Array.from({ length: 99 }, (): SheetCell => ({ xml: '<c t="s"><v>3</v></c>' }));
    const file = storedFileOf(workbookFile([HEADER, ["x".repeat(90_000), ...repeated], ["Ann", "a@b.example"]]));
    const rows: FileRow[] = [];
    for await (const read of dataRows(file, await inspectFile(file, { reading: {} }))) rows.push(...read.rows);
    expect(rows.map(({ broken }) => broken)).toEqual(["The row is longer than 8 million characters", undefined]);
  });

  test("a text whose sheet contradicts its type", async () => {
    const text = escaped('=HYPERLINK("x")');
    expect(await valueOf(`<c t="inlineStr"><is><t>${text}</t></is></c>`)).toBe('=HYPERLINK("x")');
  });
});

test.each(["9e99", "Infinity", "99999999999", "-5", "x", "1.5"])(
  "a row numbered %s is counted instead",
  async (number) => {
    const parts = workbookParts([{ name: "Leads", rows: [HEADER, ["Ann", "ann@acme.example", "1"]] }]).map((part) => ({
      ...part,
      content: String(part.content).replace('<row r="2">', `<row r="${number}">`),
    }));
    const file = storedFileOf(zipArchive(parts));
    const numbers: number[] = [];
    for await (const { rows } of dataRows(file, await inspectFile(file, { reading: {} })))
      numbers.push(...rows.map((row) => row.number));
    expect(numbers).toEqual([2]);
  },
);
