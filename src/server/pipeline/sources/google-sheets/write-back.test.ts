import { describe, expect, test } from "vitest";
import { WRITE_BACK_KEYS, WRITE_BACK_COLUMNS } from "#shared/contract/leads/write-back.ts";
import type { WriteBack, WriteBackValues } from "#server/pipeline/sources/google-sheets/index.ts";
import { refusals } from "#test/peers/google/google-answers.ts";
import { deleteColumns, insertColumns } from "#test/peers/google/sheet-edits.ts";
import {
  account,
  byApiKey,
  config,
  eachWithGooglePeer,
  ID,
  peer,
  ROWS,
  source,
  waits,
} from "#test/peers/google/sheets-under-test.ts";

eachWithGooglePeer();

const HEADERS = Object.values(WRITE_BACK_COLUMNS);
const ANN = { score: 73, status: "qualified", owner: "kim", reasons: "Budget +73", link: "https://w.example/leads/1" };
const BO = { score: 12, status: "pending", owner: "", reasons: "=1+1", link: "https://w.example/leads/2" };
const LEADS = new Map([
  ["email:ann@acme.example", ANN],
  ["email:bo@berg.example", BO],
]);

const job = (values: WriteBackValues = LEADS): WriteBack => ({
  columns: WRITE_BACK_KEYS,
  claim: async () => {},
  valuesOf: async () => values,
});
const write = async (values?: WriteBackValues): Promise<unknown> => {
  peer.share(ID, account.email, "editor");
  return source().writeBack(config(), job(values));
};

/** The sheet's cells as values, by row. */
function cells(): unknown[][] {
  return peer
    .spreadsheet(ID)
    .tab("Sheet1")
    .rows()
    .map((row) => row.map((cell) => (typeof cell === "string" ? cell : cell.value)));
}

const edit = (change: (rows: unknown[][]) => void): void => peer.spreadsheet(ID).edit("Sheet1", (rows) => change(rows));

/** Every row of a lead has its own values, and every other row has none. */
function expectRightCells(): void {
  const [headers = [], ...rows] = cells().filter((row) => row.some((cell) => cell !== ""));
  const email = headers.indexOf("Email");
  expect(HEADERS.map((header) => headers.filter((one) => one === header).length)).toEqual([1, 1, 1, 1, 1]);
  for (const row of rows) {
    const lead = LEADS.get(`email:${String(row[email])}`);
    const own = WRITE_BACK_KEYS.map((key) => row[headers.indexOf(WRITE_BACK_COLUMNS[key])] ?? "");
    expect(own).toEqual(WRITE_BACK_KEYS.map((key) => lead?.[key] ?? ""));
  }
}

test("adds its columns after the last one, and writes each row by its key", async () => {
  expect(await write()).toEqual({ rows: 2, cells: 9 });
  expect(cells()).toEqual([
    [...(ROWS[0] ?? []), ...HEADERS],
    [...(ROWS[1] ?? []), ...Object.values(ANN)],
    [...(ROWS[2] ?? []), "", ...Object.values(BO)],
  ]);
  expectRightCells();
});

test("writes nothing when nothing changed, and only the cells that did", async () => {
  await write();
  const before = peer.count("write");
  expect(await write()).toEqual({ rows: 2, cells: 0 });
  expect(peer.count("write")).toBe(before);
  edit((rows) => rows[1]?.splice(4, 1, "typed by hand"));
  expect(await write()).toEqual({ rows: 2, cells: 1 });
  expectRightCells();
});

test("asks for the write scope only to write", async () => {
  await source().read(config());
  await write();
  expect(peer.assertions.map(({ claims }) => claims["scope"])).toEqual([
    "https://www.googleapis.com/auth/spreadsheets.readonly",
    "https://www.googleapis.com/auth/spreadsheets",
  ]);
});

test.each([
  ["as Winnow named them", false, () => {}],
  ["renamed", true, () => edit((rows) => rows[0]?.splice(3, 2, "Rating", ""))],
])("its own columns are no lead data, %s", async (_, isWrittenTo, rename) => {
  const before = await source().read(config());
  await write();
  rename();
  const after = await source().read(config({ isWrittenTo }));
  expect(after.sheetTitle).toBe(before.sheetTitle);
  expect(after.rows.map(({ rowKey, contentHash, facts, raw }) => ({ rowKey, contentHash, facts, raw }))).toEqual(
    before.rows.map(({ rowKey, contentHash, facts, raw }) => ({ rowKey, contentHash, facts, raw })),
  );
});

describe("while it writes, someone", () => {
  const meddling: [string, () => void][] = [
    ["inserts a row at the top", () => edit((rows) => rows.unshift([]))],
    ["inserts a row between", () => edit((rows) => rows.splice(2, 0, ["Cy Dent", "cy@dent.example"]))],
    ["sorts the rows", () => edit((rows) => rows.splice(1, 2, ...rows.slice(1).toReversed()))],
    ["deletes a row", () => edit((rows) => rows.splice(1, 1))],
    ["moves a row to the end", () => edit((rows) => rows.push(...rows.splice(1, 1)))],
    ["inserts a column on the left", () => peer.spreadsheet(ID).edit("Sheet1", (_, tab) => insertColumns(tab, 0, 2))],
    ["deletes a column on the left", () => peer.spreadsheet(ID).edit("Sheet1", (_, tab) => deleteColumns(tab, 2, 1))],
    ["fills the next column", () => edit((rows) => rows.forEach((row, at) => row.splice(3, 1, `theirs ${at}`)))],
  ];
  test.each(
    meddling.flatMap(([what, inBetween]) => (["batchUpdate", "write"] as const).map((on) => ({ what, on, inBetween }))),
  )("$what before $on", async ({ on, inBetween }) => {
    let others: unknown[][] = [];
    const withoutOwn = (): unknown[][] => {
      const own = new Set(
        peer
          .spreadsheet(ID)
          .tab("Sheet1")
          .marks.map(({ index }) => index),
      );
      return cells().map((row) => row.filter((_, index) => !own.has(index)).map(String));
    };
    if (on === "write") await write(new Map([["email:ann@acme.example", { ...ANN, score: 1 }]]));
    peer.failNext({
      on,
      inBetween: () => {
        inBetween();
        others = withoutOwn();
      },
    });
    await write();
    expect(filled(withoutOwn())).toEqual(filled(others));
    expectRightCells();
  });

  test("keeps sorting, the write ends and leaves nothing wrong once it's repeated", async () => {
    await write(new Map());
    peer.failNext({ on: "write", times: 20, inBetween: () => meddling[2]?.[1]() });
    await expect(write()).rejects.toMatchObject({ id: "sheet_restless" });
    await restless();
    await write();
    expectRightCells();
  });

  /** Uses up what is left of the failures. */
  async function restless(): Promise<void> {
    while (
      await write().then(
        () => false,
        () => true,
      )
    );
  }
});

/** Without what is blank at the end. */
function filled(rows: unknown[][]): unknown[][] {
  const short = rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== "") + 1));
  return short.slice(0, short.findLastIndex((row) => row.length > 0) + 1);
}

test("writes nothing to a sheet that a sync can't read", async () => {
  await write();
  edit((rows) => rows.splice(0, 3, ["Spring fair"], ["Stand", "Hall"], ["12", "4"]));
  const before = cells();
  await expect(write()).rejects.toMatchObject({ id: "sheet_no_contact_column" });
  expect(cells()).toEqual(before);
});

test("writes nothing to a sheet without headers", async () => {
  edit((rows) => rows.splice(0, 1));
  const before = cells();
  await expect(write()).rejects.toMatchObject({ id: "sheet_no_headers" });
  expect(cells()).toEqual(before);
});

test("finds a renamed column and names it again, and sees a move", async () => {
  await write();
  edit((rows) => {
    rows[0]?.splice(3, 1, "Rating");
    for (const row of rows) row.unshift("");
  });
  for (const mark of peer.spreadsheet(ID).tab("Sheet1").marks) mark.index += 1;
  await write();
  expect(cells()[0]).toContain("Winnow score");
  expectRightCells();
});

test("refuses to take over a column that only has the same name", async () => {
  peer.setSheet(ID, "Sheet1", [
    ["Email", "Winnow score"],
    ["ann@acme.example", "mine"],
  ]);
  await expect(write()).rejects.toMatchObject({ id: "sheet_column_taken" });
  expect(cells()[1]).toEqual(["ann@acme.example", "mine"]);
});

test("adds columns at the edge of the grid", async () => {
  const wide = Array.from({ length: 25 }, (_, at) => `Extra ${at}`);
  peer.setSheet(ID, "Sheet1", [
    ["Email", ...wide],
    ["ann@acme.example", ...wide],
  ]);
  expect(await write()).toMatchObject({ rows: 1 });
  expectRightCells();
});

test.each([
  ["sheet_not_writable", () => `${account.email} as Editor`, () => peer.spreadsheet(ID).editors.clear()],
  [
    "sheet_protected",
    () => "Protect sheets and ranges",
    () => peer.failNext({ on: "batchUpdate", answer: refusals.protectedCells() }),
  ],
  [
    "google_refused",
    () => "above the limit of 10000000 cells",
    () => peer.failNext({ on: "batchUpdate", times: 9, answer: refusals.workbookFull() }),
  ],
  [
    "google_quota",
    () => "in a minute",
    () => peer.failNext({ on: "batchUpdate", times: 9, answer: refusals.quotaExceeded("60") }),
  ],
])("explains %s", async (id, words, prepare) => {
  peer.share(ID, account.email, "editor");
  prepare();
  const error: unknown = await source()
    .writeBack(config(), job())
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ id, message: expect.stringContaining(words()) });
});

test("names the tabs when its own was renamed", async () => {
  peer.share(ID, account.email, "editor");
  const message = "This spreadsheet has no sheet named “Leads”. It has: “Sheet1”.";
  await expect(source().writeBack(config({ range: "Leads!A:Z" }), job())).rejects.toMatchObject({ message });
});

test("an API key can't write", async () => {
  await expect(source().writeBack(byApiKey(), job())).rejects.toMatchObject({ id: "sheet_read_only" });
});

test("waits as long as Google asks for", async () => {
  peer.failNext({ on: "write", answer: refusals.quotaExceeded("7") });
  await write();
  expect(waits).toEqual([7_000]);
});
