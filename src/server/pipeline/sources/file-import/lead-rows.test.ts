import { describe, expect, test } from "vitest";
import type { ColumnTarget } from "#shared/contract/leads/lead-import.ts";
import type { RawLead } from "#shared/raw-lead.ts";
import { LeadRows } from "#server/pipeline/sources/file-import/lead-rows.ts";

type Columns = Record<string, ColumnTarget>;

function reader(columns: Columns): LeadRows {
  const list = Object.entries(columns).map(([name, target]) => ({ name, target }));
  const timeZone = "Asia/Tokyo";
  return new LeadRows({ importId: "5", fileName: "fair.csv", sheet: null, hasHeader: true, columns: list, timeZone });
}

function lead(columns: Columns, cells: string[], number = 2): RawLead {
  const read = reader(columns).read({ number, cells });
  if ("skipped" in read) throw new Error(read.skipped);
  return read;
}

const PEOPLE: Columns = {
  Name: "name",
  "Work email": "email",
  Email: "email",
  Id: "id",
  Score: "ignore",
  Color: "fact",
};

describe("a row of a file", () => {
  test("maps its columns as chosen, and stores all of them", () => {
    expect(lead(PEOPLE, ["Ann", "ann@work.example", "ann@home.example", "7", "high", "red"])).toMatchObject({
      fields: { name: "Ann", email: "ann@home.example" },
      facts: [
        { name: "Work email", value: "ann@work.example" },
        { name: "Id", value: "7" },
        { name: "Color", value: "red" },
      ],
      raw: {
        Name: "Ann",
        "Work email": "ann@work.example",
        Email: "ann@home.example",
        Id: "7",
        Score: "high",
        Color: "red",
      },
      locator: "fair.csv, row 2",
      sourceData: { file: "fair.csv", row: 2 },
    });
  });

  test.each([
    ["2026-01-31T14:30:00", "2026-01-31T14:30"],
    ["2026-01-31 00:00", "2026-01-31"],
    ["31.1.2026", "2026-01-31"],
    ["31.01.2026, 9:05", "2026-01-31T09:05"],
    ["2026/1/31 2:30:15 PM", "2026-01-31T14:30"],
    ["2026-01-31 12:15 am", "2026-01-31T00:15"],
    ["2026-01-31T14:30:00Z", undefined],
    ["tomorrow 9:00", undefined],
  ])("reads %s as due at %s", (cell, due) => {
    const { nextStep, facts } = lead({ Step: "nextStep", Due: "nextStepDue" }, ["Call", cell]);
    expect(nextStep).toEqual(due === undefined ? undefined : { text: "Call", due, timeZone: "Asia/Tokyo" });
    expect(facts.map(({ value }) => value)).toEqual(due === undefined ? ["Call", cell] : []);
  });

  test("takes the next column of a kind where the first is blank", () => {
    expect(lead(PEOPLE, ["Ann", "ann@work.example", " "]).fields.email).toBe("ann@work.example");
    expect(lead(PEOPLE, ["Ann", "ann@work.example", "/o=Acme/cn=Ann"]).fields.email).toBe("ann@work.example");
  });

  test("takes what programs write instead of nothing as blank, but not a name", () => {
    expect(lead(PEOPLE, ["null", "N/A", "ann@home.example"])).toMatchObject({
      fields: { name: "null", email: "ann@home.example" },
      facts: [],
      raw: { "Work email": "N/A" },
    });
  });

  test.each([
    ["Lee, Anna", "Anna Lee"],
    ["Abordo, Leonore", "Leonore Abordo"],
    ["Kelly, Kathleen", "Kathleen Kelly"],
    ["Anna, Lee", "Anna Lee"],
    ["Anna Lee, MBA", "Anna Lee, MBA"],
    ["Lee, PhD", "Lee, PhD"],
    ["Craig Cockburn, Software Specialist", "Craig Cockburn, Software Specialist"],
    ["Berg, Inc.", "Berg, Inc."],
    ["Berg, Paul, Oslo", "Berg, Paul, Oslo"],
  ])("reads the name %j as %j", (name, read) => {
    expect(lead(PEOPLE, [name, "", "a@b.example"]).fields.name).toBe(read);
  });

  test.each<[Columns, string[], string]>([
    [{ A: "firstName", Tussenvoegsel: "lastName", B: "lastName" }, ["Jan", "van der", "Berg"], "Jan van der Berg"],
    [{ A: "firstName", Tussenvoegsel: "lastName", B: "lastName" }, ["Jan", "", "Vos"], "Jan Vos"],
    [{ A: "firstName", B: "lastName", "Segundo apellido": "lastName" }, ["Ana", "Mota", "Rey"], "Ana Mota Rey"],
    [{ 姓: "lastName", 名: "firstName" }, ["佐藤", "花子"], "佐藤 花子"],
    [{ A: "firstName", B: "lastName", Name: "name" }, ["Lia", "Senn", "Senn AG"], "Lia Senn"],
    [{ A: "firstName", B: "lastName", Name: "name" }, ["Lia", "Senn", "Dr. Lia Senn"], "Dr. Lia Senn"],
  ])("joins the parts of a name (%#)", (columns, cells, name) => {
    expect(lead({ ...columns, Email: "email" }, [...cells, "a@b.example"]).fields.name).toBe(name);
  });

  test.each([
    [["Prof. Dr.", "Einkauf"], "Einkauf", ["Prof. Dr."]],
    [["Dr.", ""], undefined, ["Dr."]],
    [["Dipl.-Ing. (FH)", ""], undefined, ["Dipl.-Ing. (FH)"]],
    [["M.Sc.", ""], undefined, ["M.Sc."]],
    [["Professor", ""], "Professor", []],
    [["Admin", "Dr. Lead"], "Admin", ["Dr. Lead"]],
    [["CEO", "CEO"], "CEO", []],
  ])("of %j takes the job title %s", (cells, title, details) => {
    const columns: Columns = { Titel: "title", Funktion: "title", Email: "email" };
    const { fields, facts } = lead(columns, [...cells, "a@b.example"]);
    expect(fields.title).toBe(title);
    expect(facts.map(({ value }) => value)).toEqual(details);
  });

  test.each(["#VALUE!", "#WERT!", "#NV", "---", "k.A.", "[not provided]", "(blank)", "Unknown"])(
    "takes %s as blank",
    (blank) => {
      const { fields } = lead({ Email: "email", Firma: "company" }, ["a@b.example", blank]);
      expect(fields).toEqual({ email: "a@b.example" });
    },
  );

  test.each([
    ["wholesale, vip", ["wholesale", "vip"]],
    ['"Newsletter","VIP"', ["Newsletter", "VIP"]],
    ["Clients ::: * myContacts", ["Clients"]],
    ["Bern, CH; VIP", ["Bern, CH", "VIP"]],
  ])("reads the tags %s", (cell, tags) => {
    expect(lead({ Email: "email", Tags: "tags" }, ["a@b.example", cell]).tags).toEqual(tags);
  });

  test("reads Winnow's own tags, which may have commas, and no detail from its IDs", () => {
    const columns: Columns = {
      Id: "id",
      Email: "email",
      Tags: "tags",
      "Missing info": "ignore",
      "Qualification status": "ignore",
    };
    expect(lead(columns, ["7", "a@b.example", "Bern, CH"])).toMatchObject({
      tags: ["Bern, CH"],
      facts: [],
      exportedId: "7",
    });
  });

  test.each([
    [" Approved", { status: "approved", facts: [] }],
    ["", { facts: [] }],
    [
      "Open",
      {
        facts: [{ name: "Stage", value: "Open" }],
        problems: ["Stage: Use pending, qualified, approved or rejected"],
      },
    ],
  ])("has the status %j, or keeps another word as a detail", (cell, read) => {
    const { status, facts, problems } = lead({ Email: "email", Stage: "status" }, ["a@b.example", cell]);
    expect({ status, facts, problems }).toEqual({ status: undefined, problems: undefined, ...read });
  });

  test("is the same row in any position, and another with any other content", () => {
    const cells = ["Ann", "", "ann@home.example", "7"];
    const again = lead(PEOPLE, cells, 900);
    expect(again).toMatchObject({ rowKey: lead(PEOPLE, cells).rowKey, contentHash: lead(PEOPLE, cells).contentHash });
    expect(lead(PEOPLE, cells.with(0, "Anne")).rowKey).not.toBe(again.rowKey);
  });

  test("without an email is recognized by its ID, only in tables with the same headers", () => {
    const { rowKey } = lead(PEOPLE, ["Ann", "", "", "7"]);
    expect(lead(PEOPLE, ["Anne", "", "", "7"]).rowKey).toBe(rowKey);
    expect(lead(PEOPLE, ["Ann", "", "", "8"]).rowKey).not.toBe(rowKey);
    expect(lead({ Name: "name", Id: "id" }, ["Ann", "7"]).rowKey).not.toBe(rowKey);
  });

  test.each([
    ["https://www.linkedin.com/in/ann-lee-1a2b", "http://uk.linkedin.com/in/Ann-Lee-1a2b/?trk=1", true],
    ["https://www.xing.com/profile/Ann_Lee", "xing.com/profile/Ann_Lee", true],
    ["https://www.linkedin.com/in/ann-lee-1a2b", "https://www.linkedin.com/in/ann-lee-3c4d", false],
    ["https://www.linkedin.com/company/lee", "https://www.linkedin.com/company/lee", false],
  ])("with the profile %s is recognized by %s: %s", (profile, later, isSame) => {
    const { rowKey } = lead({ Name: "name", URL: "fact", Position: "title" }, ["Ann Lee", profile, "Buyer"]);
    const again = lead({ Name: "name", Email: "email", URL: "fact", Position: "title" }, [
      "Ann Lee",
      "ann@lee.example",
      later,
      "Head of Purchasing",
    ]);
    expect(again.rowKey === rowKey).toBe(isSame);
    // The column can hold the profile of a colleague who found them.
    const other = lead({ Name: "name", URL: "fact", Position: "title" }, ["Bo Lee", profile, "Buyer"]);
    expect(other.rowKey).not.toBe(rowKey);
  });

  test("of a sheet is located by it", () => {
    const table = {
      importId: "5",
      fileName: "fair.xlsx",
      sheet: "Hall 2",
      hasHeader: true,
      columns: [{ name: "Name", target: "name" as const }],
    };
    expect(new LeadRows(table).read({ number: 9, cells: ["Ann"] })).toMatchObject({
      locator: "fair.xlsx, Hall 2, row 9",
      sourceData: { file: "fair.xlsx", sheet: "Hall 2", row: 9 },
    });
  });
});

test.each([
  ["Has 3 cells; the table has 2 columns", { cells: ["Ann", "a@b.example", "more"] }],
  ["Repeats the headers", { cells: ["Name", " Email "] }],
  ["It is broken", { cells: ["Ann"], broken: "It is broken" }],
])("is skipped: %s", (reason, row) => {
  expect(reader({ Name: "name", Email: "email" }).read({ number: 2, ...row })).toEqual({ skipped: reason });
});
