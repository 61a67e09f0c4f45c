import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DelimitedParser, type LineEnd } from "#server/pipeline/sources/file-import/delimited-parser.ts";
import type { FileRow } from "#server/pipeline/sources/file-import/file-row.ts";

interface Reading {
  delimiter?: string;
  lineEnd?: LineEnd;
  /** How many UTF-16 units arrive at a time. */
  piece?: number;
}

function parse(text: string, { delimiter = ",", lineEnd = "\n", piece = 1_000_000 }: Reading = {}): FileRow[] {
  const parser = new DelimitedParser(delimiter, lineEnd);
  const rows: FileRow[] = [];
  for (let at = 0; at < text.length; at += piece) {
    for (const row of parser.push(text.slice(at, at + piece))) rows.push(row);
  }
  return [...rows, ...parser.end()];
}

/** The cells of each row, with "!" before those of an unreadable row. */
function cellsOf(rows: readonly FileRow[]): string[][] {
  return rows.map(({ cells, broken }) => (broken === undefined ? cells : ["!", ...cells]));
}

test.each([
  [
    "rows of cells",
    "a,b\n1,2\n",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "no line end at the end",
    "a,b\n1,2",
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "CRLF",
    'a,b\r\n"1",2\r\n',
    [
      ["a", "b"],
      ["1", "2"],
    ],
  ],
  [
    "empty cells",
    ",\n,,\n",
    [
      ["", ""],
      ["", "", ""],
    ],
  ],
  ["blank lines", "a\n\nb\n", [["a"], [""], ["b"]]],
  ["quoted delimiters, line ends and quotes", '"a,b","c\r\nd","e ""f"""\ng\n', [["a,b", "c\r\nd", 'e "f"'], ["g"]]],
  ["empty quoted cells", '"",""\n', [["", ""]]],
  ["spaces around quoted cells", 'a, "b, c" ,d\n', [["a", "b, c", "d"]]],
  ["spaces of plain cells, which stay", " a , b\n", [[" a ", " b"]]],
  ["a quote inside of a plain cell", '5" pipe,12"\n', [['5" pipe', '12"']]],
  ["quotes not doubled in a quoted cell", '"Ann "Bee" Lee",x\n', [['Ann "Bee" Lee', "x"]]],
  ["a cell that is just a quote", 'a,""""\nb\n', [["a", '"'], ["b"]]],
  ["a last quoted cell that is empty", 'a,"b",\n', [["a", "b", ""]]],
] as const)("reads %s", (_, text, expected) => {
  expect(cellsOf(parse(text))).toEqual(expected);
});

test("numbers rows from 1, including blank ones", () => {
  expect(parse("a\n\nb\n").map(({ number }) => number)).toEqual([1, 2, 3]);
});

describe("an unclosed quotation mark", () => {
  test.each([
    [
      "at the end",
      'a,"b\nc,d\n',
      [
        ["!", "a", '"b'],
        ["c", "d"],
      ],
    ],
    ["before a row with quotes", 'a,"b,c\nd,"e",f\ng\n', [["!", "a", '"b', "c"], ["d", "e", "f"], ["g"]]],
    [
      "before a cell of several lines",
      'a,"b\nc,"two\nlines",d\n',
      [
        ["!", "a", '"b'],
        ["c", "two\nlines", "d"],
      ],
    ],
    ["in the last line", 'a\n"b', [["a"], ["!", '"b']]],
  ] as const)("%s loses only its own row", (_, text, expected) => {
    expect(cellsOf(parse(text))).toEqual(expected);
    expect(parse(text).find(({ broken }) => broken !== undefined)?.broken).toMatch(/unclosed quotation mark/u);
  });

  test("doesn't delay the rest of a large file", () => {
    const rows = parse(`a,"b\n${"c,d\n".repeat(3_000_000)}`, { piece: 262_144 });
    expect(rows).toHaveLength(3_000_001);
    expect(rows.filter(({ broken }) => broken !== undefined).map(({ number }) => number)).toEqual([1]);
  });

  test("in every line costs no more than reading", () => {
    const rows = parse(',""""x\n'.repeat(200_000), { piece: 65_536 });
    expect(rows).toHaveLength(200_000);
  });
});

test("skips a row over the length limit, and reads the next", () => {
  const rows = parse(`a\n${"x".repeat(9_000_000)}\nb\n`, { piece: 262_144 });
  expect(rows.map(({ cells, broken }) => broken ?? cells)).toEqual([["a"], expect.stringMatching(/longer/u), ["b"]]);
});

test("reads a cell of a million letters and a row of 100,000 cells", () => {
  const [long, wide] = parse(`"${"é\n".repeat(500_000)}"\n${"x,".repeat(99_999)}x\n`, { piece: 65_536 });
  expect(long?.cells[0]).toHaveLength(1_000_000);
  expect(wide?.cells).toHaveLength(100_000);
});

const dialect = fc.record({
  delimiter: fc.constantFrom(",", ";", "\t", "|"),
  newline: fc.constantFrom("\n", "\r\n", "\r"),
  piece: fc.integer({ min: 1, max: 40 }),
});
const hostileCell = fc.string({
  unit: fc.constantFrom("a", "é", '"', ",", ";", "\t", "|", "\n", "\r", " ", "'", "😀"),
});

test("any table written by RFC 4180 in any dialect reads back the same, however it is split", () => {
  fc.assert(
    fc.property(fc.array(fc.array(hostileCell, { minLength: 1 }), { minLength: 1 }), dialect, (table, dialectOf) => {
      const { delimiter, newline, piece } = dialectOf;
      const quoted = table.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter));
      const rows = parse(quoted.join(newline), { delimiter, piece, lineEnd: newline === "\r" ? "\r" : "\n" });
      expect(rows.map(({ cells }) => cells)).toEqual(table);
    }),
  );
});

test("any text is read to its end, the same however it is split", () => {
  fc.assert(
    fc.property(hostileCell, fc.integer({ min: 1, max: 9 }), (text, piece) => {
      expect(parse(text, { piece })).toEqual(parse(text));
    }),
    { numRuns: 2_000 },
  );
});
