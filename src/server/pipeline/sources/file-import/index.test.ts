import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvRows } from "#server/features/leads/lead-csv.ts";
import {
  dataRows,
  inspectFile,
  type FileChoice,
  type InspectedFile,
} from "#server/pipeline/sources/file-import/index.ts";
import { storedFileOf } from "#test/stored-file.ts";

function inspect(content: string | Buffer, choice: FileChoice = { reading: {} }): Promise<InspectedFile> {
  return inspectFile(storedFileOf(content), choice);
}

async function rowsOf(content: string | Buffer, choice?: FileChoice): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const read of dataRows(storedFileOf(content), await inspect(content, choice))) {
    rows.push(...read.rows.map(({ cells }) => cells));
  }
  return rows;
}

function targetsOf({ columns }: InspectedFile): string {
  return columns.map(({ name, target }) => `${name}=${target}`).join(" ");
}

describe("detects in a text", () => {
  test.each([
    [",", "Name,Email\nAnn,ann@acme.example\n"],
    [";", "Name;Email;Umsatz\nAnn;ann@acme.example;1,5\nBo;bo@berg.example;2,5\n"],
    ["\t", "Name\tEmail\nLee, Ann\tann@acme.example\n"],
    ["|", "Name|Email\nAnn|ann@acme.example\n"],
    ["^", "sep=^\nName^Email\nAnn^ann@acme.example\n"],
    [",", "Email\nann@acme.example\n"],
    [";", 'x;y\n"a,b,c";1\n"d,e,f";2\n'],
  ])("the delimiter %j", async (delimiter, text) => {
    const { reading, format } = await inspect(text);
    expect(reading.delimiter).toBe(delimiter);
    expect(format).toBe(delimiter === "\t" ? "tsv" : "csv");
  });

  test.each([
    [true, "Name,Email\nAnn,ann@acme.example\n"],
    [true, "Kunde seit,Farbe\n2019,rot\n"],
    [false, "Ann,ann@acme.example\nBo,bo@berg.example\n"],
    [false, "Ann,+44 20 7946 0001\nBo,+44 20 7946 0002\n"],
    [false, "red,red\nblue,green\n"],
  ])("whether there is a header: %s", async (hasHeader, text) => {
    expect((await inspect(text)).reading.hasHeader).toBe(hasHeader);
  });

  test.each([
    ["Customers 12.11.2026;;\n;;\nNr.;Firma;E-Mail\n1;Acme;ann@acme.example\n", ["1", "Acme", "ann@acme.example"]],
    [
      'Notes:\n"Some emails are missing, see help"\n\nFirst Name,Email\nAnn,ann@acme.example\n',
      ["Ann", "ann@acme.example"],
    ],
  ])("titles above the headers: %j", async (text, row) => {
    const { columns, oddities } = await inspect(text);
    expect(columns.at(-1)?.target).toBe("email");
    expect(oddities[0]).toMatch(/^Row \d has the headers\. The rows above/u);
    // Those above come first, to be listed as skipped.
    expect((await rowsOf(text)).at(-1)).toEqual(row);
  });

  test("no title in rows that could be data", async () => {
    expect(await rowsOf("Email\nann@acme.example\nbo@berg.example,Bo\n")).toHaveLength(2);
    expect(await rowsOf("Email\nann@acme.example\n")).toEqual([["ann@acme.example"]]);
    const choice: FileChoice = { reading: { hasHeader: false } };
    expect(await rowsOf("Customers,\nName,Email\nAnn,ann@acme.example\n", choice)).toHaveLength(3);
  });

  test("the columns, by headers in any language, else by their values", async () => {
    const text = "Nachname;Vorname;Kontaktweg;Rückruf;Farbe\nLee;Ann;ann@acme.example;+44 20 7946 0001;rot\n";
    expect(targetsOf(await inspect(text))).toBe(
      "Nachname=lastName Vorname=firstName Kontaktweg=email Rückruf=phone Farbe=fact",
    );
    expect(targetsOf(await inspect("Ann,ann@acme.example,https://acme.example/\n"))).toBe(
      "Column A=fact Column B=email Column C=scrapeUrl",
    );
  });

  test.each([
    [
      "a contact that is a number",
      "Name,Contact\nAnn,020 7946 0001\nBo,020 7946 0002\nCy,020 7946 0003\n",
      "name phone",
    ],
    ["contacts that are names with addresses", "Contact,City\nAnn Lee <ann@b.example>,Bern\n", "email fact"],
    ["a list copied from a mail program", "Guests\nAnn Lee <ann@b.example>\nbo@b.example\n", "email"],
    ["names with addresses next to addresses", "Name,Email\nAnn <a@b.example>,a@b.example\n", "name email"],
    ["a site that is a place", "Email,Site\na@b.example,Bern\nc@b.example,Basel\nd@b.example,Bern\n", "email fact"],
    ["forms of address", "Title,Email\nMr,a@b.example\nMs.,c@b.example\nDr.,d@b.example\n", "fact email"],
    ["images", "Email,Photo\na@b.example,https://b.example/a.jpg\n", "email fact"],
    ["names", "Anna Lee;a@b.example\nPaul Berg;p@b.example\n", "name email"],
    ["halves of names", "1;Anna;Lee;a@b.example\n2;Paul;Berg;p@b.example\n", "fact firstName lastName email"],
    ["numbers without headers", "Anna Lee;650901247\nPaul Berg;630083235\n", "name phone"],
    ["colleagues' addresses", "Id,Rep\n1,r@x.example\n2,r@x.example\n3,r@x.example\n", "id fact"],
    ["colleagues", "Email,Rep\na@b.example,Anna Lee\nc@b.example,Anna Lee\nd@b.example,Anna Lee\n", "email fact"],
    ["statuses like Winnow's", "Email,Status\na@b.example,Approved\nb@b.example,\n", "email status"],
    ["other programs' statuses", "Email,Status\na@b.example,Approved\nb@b.example,Open\n", "email fact"],
    ["a status without values", "Email,Status\na@b.example,\n", "email fact"],
    ["Pipedrive's labels", 'Person - Email,Person - Labels\na@b.example,"Hot lead, Customer"\n', "email tags"],
    ["dates", "Email,Signed up\na@b.example,01/02/2026\nc@b.example,03/02/2026\n", "email fact"],
    ["one's own page", "Email,Seen on\na@b.example,https://x.example\nc@b.example,https://x.example\n", "email fact"],
    ["pages of origin", "Email,Referrer\na@b.example,https://x.example/1\n", "email fact"],
    ["guests", "Name,Role\nAnn,Organizer\nBo,Attendee\nCy,Attendee\n", "name fact"],
    [
      "searches",
      "Email,Query\na@b.example,https://x.example/1\nc@b.example,https://x.example/2\nd@b.example,https://x.example/3\n",
      "email scrapeUrl",
    ],
    ["blanks in words", "Mail 1,X\na@b.example,N/A\nb@b.example,www.b.example\n", "email scrapeUrl"],
  ])("the targets of %s", async (_, text, targets) => {
    expect((await inspect(text)).columns.map(({ target }) => target).join(" ")).toBe(targets);
  });

  test("headers below a title, whose row is skipped", async () => {
    const text = "Spring fair\n\nName,Email\nAnn,a@b.example\n";
    expect((await inspect(text)).oddities).toEqual(["Row 3 has the headers. The rows above it are skipped."]);
    const rows = await Array.fromAsync(dataRows(storedFileOf(text), await inspect(text)));
    expect(rows.flatMap((read) => read.rows)).toEqual([
      { number: 1, cells: ["Spring fair"], broken: "Above the headers" },
      { number: 4, cells: ["Ann", "a@b.example"] },
    ]);
    expect(await rowsOf(text, { reading: { hasHeader: false } })).toHaveLength(3);
  });

  test("line endings of any kind, blank lines, the first row that isn't blank", async () => {
    expect(await rowsOf("\r\n\r\nName,Email\r\n\r\nAnn,a@b.example\r\n")).toEqual([["Ann", "a@b.example"]]);
    expect(await rowsOf('Name,Email\rAnn,a@b.example\r"Bo\nBerg",b@b.example')).toEqual([
      ["Ann", "a@b.example"],
      ["Bo\nBerg", "b@b.example"],
    ]);
  });

  test("oddities, with an explanation", async () => {
    const wide = await inspect("Name,Email\nAnn,a@b.example\nBo,b@b.example,x\nCy,c@b.example\n");
    expect(wide.oddities).toEqual(["1 of the first 3 rows has more cells than columns and would be skipped."]);
    expect((await inspect("Name,Color\nAnn,red\n")).oddities).toEqual([
      expect.stringMatching(/every row will be skipped/u),
    ]);
    expect((await inspect("Name,Email\n")).oddities).toEqual(["There are no rows below the headers."]);
    expect((await inspect("Name,Email,,\nAnn,a@b.example,,\n")).oddities).toEqual([]);
    expect((await inspect('Name,Email\nAnn,"a@b.example\nBo,b@b.example\n')).oddities).toEqual([
      "Row 2 would be skipped: This row has an unclosed quotation mark.",
    ]);
  });

  test("values without what protects or marks them", async () => {
    const cells = ['="01067"', "'01067", "'+49 30 1234", "p:+49301234", "z:01067", "'n' roll", "p:lease", "=1+1"];
    expect(await rowsOf(`Email;${"x;".repeat(7)}\n${cells.join(";")}\n`)).toEqual([
      ["01067", "01067", "+49 30 1234", "+49301234", "01067", "'n' roll", "p:lease", "=1+1"],
    ]);
  });

  test("numbers that a spreadsheet has shortened", async () => {
    expect((await inspect("Email;Phone\na@b.example;4,91715E+11\n")).oddities).toEqual([
      expect.stringMatching(/shortened the numbers in Phone/u),
    ]);
  });

  test("shows long cells and wide tables in part", async () => {
    const { preview, columns } = await inspect(`Name,Email\n${"x".repeat(5_000)},a@b.example\n`);
    expect(preview[0]?.[0]).toHaveLength(201);
    expect(columns[0]?.samples[0]).toHaveLength(201);
  });
});

describe("a person's choices", () => {
  test("take precedence over what is detected", async () => {
    const text = "Name;Email\nAnn;ann@acme.example\n";
    const choice: FileChoice = { reading: { delimiter: ",", hasHeader: false }, targets: ["notes"] };
    expect(await inspect(text, choice)).toMatchObject({
      reading: { delimiter: ",", hasHeader: false },
      columns: [{ name: "Column A", target: "notes", samples: ["Name;Email", "Ann;ann@acme.example"] }],
    });
    const latin = await inspect(Buffer.from("Name\nMüller\n"), { reading: { encoding: "latin1" } });
    expect(latin.reading.encoding).toBe("windows-1252");
    expect(latin.preview).toEqual([["MÃ¼ller"]]);
  });

  test.each([
    ["an encoding that nobody has", { encoding: "utf-7" }],
    ["a delimiter that ends lines", { delimiter: "\n" }],
    ["a delimiter that quotes", { delimiter: '"' }],
  ])("are rejected where %s", async (_, reading) => {
    await expect(inspect("Name\nAnn\n", { reading })).rejects.toMatchObject({ id: "invalid", status: 422 });
  });
});

test.each([
  ["is empty", ""],
  ["no rows", "\n \n,,\n"],
  ["a web page", "\n<!DOCTYPE html><html><table><tr><td>Name"],
  ["a web page", '<table border="1"><tr><td>Name'],
  ["an Excel 2003 XML", '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">'],
  ["an XML document", '<?xml version="1.0"?><leads>'],
  ["a JSON document", '[{"name":"Ann"}]'],
  ["a PDF", "%PDF-1.7\n"],
  ["an image", Buffer.from("89504e470d0a1a0a", "hex")],
  ["a compressed file", Buffer.from("1f8b0800", "hex")],
  ["vCard", "BEGIN:VCARD\nVERSION:3.0\n"],
  ["an email message", "Return-Path: <ann@acme.example>\nFrom: Ann\n"],
  ["no readable text", Buffer.from(Array.from({ length: 2_000 }, (_, at) => (at * 7) % 32))],
  ["more than 500 columns", Array.from({ length: 100_000 }, (_, at) => `c${at}`).join(",")],
  ["longer than a million", "x".repeat(1_100_000)],
])("rejects with a message that it is or has %s (%#)", async (says, content) => {
  const error = await inspect(content).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ id: "file_refused", status: 422, message: expect.stringContaining(says) as string });
});

const cell = fc.string({
  unit: fc.constantFrom("a", "b", "é", "=", "+", "-", "@", "'", '"', ",", ";", "\t", "\n", "\r", " ", "\0", "😀"),
});

test("any export reads back the same, formulas too", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell, cell), { maxLength: 20 }), async (table) => {
      const rows = table.filter((cells) => cells.some((each) => each.trim() !== ""));
      const file = `\ufeff${csvRows([["Name", "Email", "Notes"], ...rows])}`;
      expect(await rowsOf(file)).toEqual(rows);
    }),
  );
});
