import fc from "fast-check";
import { expect, test } from "vitest";
import { SHEET_READER_VERSION } from "#server/pipeline/sources/google-sheets/reader-version.ts";
import { parseSheet, type SheetRead } from "#server/pipeline/sources/google-sheets/parse.ts";
import { isPlaceholder } from "#server/pipeline/text/row-reader.ts";

function parse(values: string[][], range = "Sheet1!A1:Z1000"): SheetRead {
  return parseSheet({ spreadsheetId: "1abcdefghijk", range, values });
}

const HEADERS = ["Name", "Email", "Company", "Phone", "Notes"];

test("a row becomes a raw lead", () => {
  const { rows } = parse([HEADERS, ["Ann Lee", "Ann@Acme.example", "Acme", "+44 20 7946 0000", "wants a demo"]]);
  expect(rows).toEqual([
    {
      rowKey: "email:ann@acme.example",
      readBy: SHEET_READER_VERSION,
      contentHash: expect.stringMatching(/^[0-9a-f]{32}$/u),
      locator: "Sheet1, row 2",
      fields: {
        name: "Ann Lee",
        email: "Ann@Acme.example",
        company: "Acme",
        phone: "+44 20 7946 0000",
        notes: "wants a demo",
      },
      facts: [],
      raw: {
        Name: "Ann Lee",
        Email: "Ann@Acme.example",
        Company: "Acme",
        Phone: "+44 20 7946 0000",
        Notes: "wants a demo",
      },
      sourceData: { spreadsheetId: "1abcdefghijk", sheet: "Sheet1", row: 2, range: "Sheet1!A1:Z1000" },
    },
  ]);
});

test("skips a title above the headers", () => {
  const { rows, skipped } = parse([["Spring fair"], [], HEADERS, ["Ann Lee", "ann@acme.example"]]);
  expect(rows).toMatchObject([{ locator: "Sheet1, row 4", fields: { name: "Ann Lee", email: "ann@acme.example" } }]);
  expect(skipped).toEqual([{ locator: "Sheet1, row 1", reason: "Above the headers" }]);
});

test.each<[string, string[], string[], string | undefined]>([
  ["first and last name", ["First name", "Last name"], ["Ann", "Lee"], "Ann Lee"],
  ["only the last name filled in", ["First name", "Last name"], ["", "Lee"], "Lee"],
  ["the full name wins", ["First name", "Name", "Last name"], ["Ann", "Dr Ann Lee", "Lee"], "Dr Ann Lee"],
  ["the full name left blank", ["First name", "Name", "Last name"], ["Ann", " ", "Lee"], "Ann Lee"],
  ["Nom is the family name next to Prénom", ["Nom", "Prénom"], ["Lefèvre", "Émile"], "Émile Lefèvre"],
  ["Nombre is the given name next to Apellidos", ["Nombre", "Apellidos"], ["Ana", "Silva Ruiz"], "Ana Silva Ruiz"],
  ["a full name that holds the first name", ["Name", "First name"], ["Ann Lee", "ann"], "Ann Lee"],
  ["none", ["Name"], ["  "], undefined],
])("name from columns: %s", (_, headers, cells, name) => {
  const { rows } = parse([
    [...headers, "Email"],
    [...cells, "a@b.example"],
  ]);
  expect(rows[0]?.fields.name).toBe(name);
});

test("values without a field become facts: unknown, repeated and missing headers", () => {
  const { rows } = parse([
    ["Email", "Budget", "Phone", "Mobile", "Budget"],
    ["a@b.example", "10k", "1", "2", "20k", "beyond the headers"],
    ["c@d.example", " ", "", "3"],
  ]);
  expect(rows.map(({ fields, facts }) => ({ phone: fields.phone, facts }))).toEqual([
    {
      phone: "1",
      facts: [
        { name: "Budget", value: "10k" },
        { name: "Mobile", value: "2" },
        { name: "Budget (2)", value: "20k" },
        { name: "Column F", value: "beyond the headers" },
      ],
    },
    { phone: "3", facts: [] }, // the second phone column fills in for the first
  ]);
});

test("short rows are padded, blank rows ignored, and rows keep their sheet numbers", () => {
  const { rows, headers } = parse(
    [[], ["", "Email", "City"], [], ["", "a@b.example"], ["  ", ""], ["x"]],
    "'My Sheet'!C5:Z",
  );
  expect(headers).toEqual(["Email", "City"]);
  expect(rows.map(({ locator, raw }) => ({ locator, raw }))).toEqual([
    { locator: "My Sheet, row 8", raw: { Email: "a@b.example", City: "" } },
    { locator: "My Sheet, row 10", raw: { Email: "", City: "", "Column C": "x" } },
  ]);
});

test("a repeated header row in the middle is skipped with the reason", () => {
  const { rows, skipped } = parse([HEADERS, ["Ann", "a@b.example"], ["Name ", "Email", "Company", "Phone", "Notes"]]);
  expect(rows).toHaveLength(1);
  expect(skipped).toEqual([{ locator: "Sheet1, row 3", reason: "Repeats the headers" }]);
});

test.each<[string, string[][], string[]]>([
  [
    "an id column",
    [
      ["ID", "Email"],
      ["7", "a@b.example"],
      ["", "c@d.example"],
    ],
    ["id:7", "email:c@d.example"],
  ],
  ["the email in lower case", [["Email"], [" A@B.Example "]], ["email:a@b.example"]],
  [
    "the same email again",
    [["Email"], ["a@b.c"], ["A@b.c"], ["a@b.c "]],
    ["email:a@b.c", "email:a@b.c#2", "email:a@b.c#3"],
  ],
  ["an id that looks like a repetition", [["ID"], ["7"], ["7#2"], ["7"]], ["id:7", "id:7#2", "id:7#3"]],
])("row keys come from %s", (_, values, keys) => {
  expect(parse(values).rows.map((row) => row.rowKey)).toEqual(keys);
});

test("a long ID or address makes a short key that is still unique", () => {
  const long = "x".repeat(100_000);
  const values = [["ID", "Email"], [long], [`${long}y`], [long], ["", `${long}@b.c`]];
  const keys = parse(values).rows.map((row) => row.rowKey);
  expect(new Set(keys).size).toBe(4);
  for (const key of keys) expect(key.length).toBeLessThan(100);
});

test("a cell that isn't an address makes no key: the content does", () => {
  const { rows } = parse([
    ["Email", "Phone"],
    ["n/a", "1"],
    ["n/a", "2"],
  ]);
  expect(rows.map((row) => row.rowKey)).toEqual(rows.map((row) => `hash:${row.contentHash}`));
});

test.each([
  ["100 kB", "x".repeat(100_000)],
  ["emoji", "👩‍🚀🇪🇺"],
  ["right to left", "‏שלום مرحبا"],
  ["NUL", "a\u0000b"],
  ["a lone surrogate", "a\ud800b"],
  ["a formula", '=HYPERLINK("http://x","y")'],
  ["HTML", "<script>alert(1)</script>"],
  ["line breaks", " two\r\nlines "],
])("%s in a cell passes unharmed", (_, cell) => {
  const { rows } = parse([
    ["Email", "Notes", "Extra"],
    ["a@b.example", cell, cell],
  ]);
  expect(rows[0]?.fields.notes).toBe(cell);
  expect(rows[0]?.facts).toEqual([{ name: "Extra", value: cell }]);
  expect(rows[0]?.raw).toEqual({ Email: "a@b.example", Notes: cell, Extra: cell });
});

test("columns named like object properties stay columns", () => {
  const { rows } = parse([
    ["Email", "__proto__", "constructor"],
    ["a@b.example", "p", "c"],
  ]);
  expect(rows[0]?.facts).toEqual([
    { name: "__proto__", value: "p" },
    { name: "constructor", value: "c" },
  ]);
  expect(JSON.stringify(rows[0]?.raw)).toBe('{"Email":"a@b.example","__proto__":"p","constructor":"c"}');
});

test("nothing at all is an empty read", () => {
  for (const values of [[], [[]], [[""], [" "]]]) {
    expect(parse(values)).toMatchObject({ headers: [], rows: [], skipped: [] });
  }
});

const hashOf = (values: string[][]): string | undefined => parse(values).rows[0]?.contentHash;

test("the content hash changes with a cell or a header, not with blank columns", () => {
  const base = hashOf([
    ["Email", "City"],
    ["a@b.c", "Rome"],
  ]);
  expect(
    hashOf([
      ["Email", "City", "New"],
      ["a@b.c", "Rome", ""],
    ]),
  ).toBe(base);
  const others = [
    [
      ["Email", "City"],
      ["a@b.c", "Roma"],
    ],
    [
      ["Email", "Town"],
      ["a@b.c", "Rome"],
    ],
    [
      ["Email", "City"],
      ["a@b.c", "Rome "],
    ],
    [
      ["Email", "City"],
      ["Rome", "a@b.c"],
    ],
    [["Email", "City"], ["a@b.c"]],
    [
      ["Email", "City"],
      ["a@b.c", "\ud800"],
    ],
    [
      ["Email", "City"],
      ["a@b.c", "\udc00"],
    ],
  ].map(hashOf);
  expect(new Set([base, ...others]).size).toBe(others.length + 1);
});

const cell = fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("", " ", "a@b.example", "7"));
const table = fc
  .uniqueArray(fc.constantFrom("Email", "ID", "Name", "First name", "Phone", "Budget", "Города", "x:1"), {
    minLength: 1,
  })
  .chain((headers) =>
    fc.record({
      headers: fc.constant(headers),
      rows: fc.array(fc.array(cell, { minLength: headers.length, maxLength: headers.length }), { maxLength: 8 }),
      columnOrder: fc.shuffledSubarray([...headers.keys()], { minLength: headers.length }),
      blankRowAt: fc.nat(8),
    }),
  );

test("moving columns and inserting blank rows changes no key, hash, field or fact", () => {
  fc.assert(
    fc.property(table, ({ headers, rows, columnOrder, blankRowAt }) => {
      const moved = (cells: string[]): string[] => columnOrder.map((from) => cells[from] ?? "");
      const shuffled = rows.map(moved).toSpliced(blankRowAt, 0, []);
      const view = ({ rows: read }: SheetRead): unknown =>
        read.map(({ rowKey, contentHash, fields, facts }) => ({
          rowKey,
          contentHash,
          fields,
          facts: facts.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
        }));
      expect(view(parse([moved(headers), ...shuffled]))).toEqual(view(parse([headers, ...rows])));
    }),
    // Two columns without a meaning whose values are addresses.
    {
      examples: [
        [
          {
            headers: ["Budget", "Города", "x:1", "ID"],
            rows: [["a@b.example", "a@b.example", "", ""]],
            columnOrder: [1, 2, 3, 0],
            blankRowAt: 0,
          },
        ],
      ],
    },
  );
});

test("moving rows keeps the same keys and hashes, and keys are never used twice", () => {
  fc.assert(
    fc.property(table, fc.infiniteStream(fc.nat()), ({ headers, rows }, weights) => {
      const order = rows.map((row) => ({ row, weight: weights.next().value ?? 0 }));
      const moved = order.toSorted((a, b) => a.weight - b.weight).map(({ row }) => row);
      const before = parse([headers, ...rows]).rows;
      const after = parse([headers, ...moved]).rows;
      expect(new Set(before.map((row) => row.rowKey)).size).toBe(before.length);
      expect(after.map((row) => row.contentHash).toSorted()).toEqual(before.map((row) => row.contentHash).toSorted());
      expect(after.map((row) => row.rowKey).toSorted()).toEqual(before.map((row) => row.rowKey).toSorted());
    }),
  );
});

test("every filled cell ends up in a field or a fact, and nothing else does", () => {
  fc.assert(
    fc.property(table, ({ headers, rows }) => {
      const read = parse([headers, ...rows]);
      const kept = rows.filter((cells) => cells.some((one) => one.trim() !== ""));
      expect(read.rows.length + read.skipped.length).toBe(kept.length);
      for (const { raw, fields, facts } of read.rows) {
        const filled = Object.entries(raw as Record<string, string>).filter(([, value]) => value.trim() !== "");
        const said = [...Object.values(fields), ...facts.map((fact) => fact.value)].join("\n");
        const values = filled.map(([, value]) => value.trim()).filter((value) => !isPlaceholder(value));
        for (const value of values) expect(said).toContain(value);
        expect(facts.every((fact) => filled.some(([name, value]) => name === fact.name && value === fact.value))).toBe(
          true,
        );
      }
    }),
  );
});

test("columns are recognized by their values where the headers don't tell or are wrong", () => {
  const { rows, columns } = parse([
    ["Contact", "Reach", "Site", "Assistant"],
    ["ann@acme.example", "+44 20 7946 0000", "Leeds", "bo@acme.example"],
    ["cleo@berg.example", "+44 20 7946 0001", "York", "dan@berg.example"],
    ["eve@cole.example", "+44 20 7946 0002", "Hull", "fay@cole.example"],
  ]);
  expect(columns).toEqual({ email: ["Contact"], phone: ["Reach"] });
  expect(rows[0]).toMatchObject({
    fields: { email: "ann@acme.example", phone: "+44 20 7946 0000" },
    facts: [
      { name: "Site", value: "Leeds" },
      { name: "Assistant", value: "bo@acme.example" },
    ],
    roles: { Contact: "email", Reach: "phone", Site: "fact" },
  });
});

test("values don't take a column from a custom field", () => {
  const values = [
    ["Phone", "Invoice email"],
    ["+44 20 7946 0000", "ann@acme.example"],
  ];
  const sheet = { spreadsheetId: "1abcdefghijk", range: "Sheet1!A1:Z1000", values };
  expect(parseSheet({ ...sheet, fieldNames: ["invoice EMAIL"] }).columns).toEqual({ phone: ["Phone"] });
  expect(parseSheet(sheet).columns).toEqual({ phone: ["Phone"], email: ["Invoice email"] });
});

test("a sheet without headers has leads from its first row on", () => {
  const { rows, headers, columns } = parse(
    [
      ["Ann Lee", "ann@acme.example", "Acme Ltd"],
      ["Bo Berg", "bo@berg.example", "Berg GmbH"],
    ],
    "Sheet1!C5:E6",
  );
  expect(headers).toEqual([]);
  expect(columns).toEqual({ name: ["Column C"], email: ["Column D"], company: ["Column E"] });
  expect(rows.map(({ locator, fields }) => [locator, fields])).toEqual([
    ["Sheet1, row 5", { name: "Ann Lee", email: "ann@acme.example", company: "Acme Ltd" }],
    ["Sheet1, row 6", { name: "Bo Berg", email: "bo@berg.example", company: "Berg GmbH" }],
  ]);
});

test("a header with an address is still a header", () => {
  const { headers } = parse([
    ["Name", "Email (not info@acme.example)"],
    ["Ann Lee", "ann@acme.example"],
  ]);
  expect(headers).toEqual(["Name", "Email (not info@acme.example)"]);
});
