import { expect, test } from "vitest";
import { nameColumns, recogniseColumns } from "#server/reading/columns.ts";

function roleOf(header: string): string | undefined {
  return Object.keys(recogniseColumns(nameColumns([header], 1, 1)))[0];
}

test.each([
  ["Name", "name"],
  ["FULL NAME", "name"],
  ["Contact", "name"],
  ["first_name", "firstName"],
  ["LastName", "lastName"],
  ["E-mail", "email"],
  ["e mail address", "email"],
  ["Work Email", "email"],
  ["Company e-mail", "email"],
  ["Email 2", "email"],
  ["Email (required) *", "email"],
  ["Company", "company"],
  ["Company Name 2", "company"], // "company" is part of the name here, not a qualifier
  ["Organization", "company"],
  ["Firma", "company"],
  ["Phone #", "phone"],
  ["Mobile", "phone"],
  ["Tel.", "phone"],
  ["Business phone", "phone"],
  ["Notes", "notes"],
  ["Your message", "notes"],
  ["Branche", "industry"],
  ["Job Title", "title"],
  ["Role", "title"],
  ["LinkedIn Profile URL", "scrapeUrl"],
  ["Web-site", "scrapeUrl"],
  ["ID", "id"],
  ["Lead ID", "id"],
  ["Correo Electrónico", "email"],
  ["téléphone", "phone"],
  ["TÉLÉPHONE", "phone"],
  ["Prénom", "firstName"],
  ["Société", "company"],
  ["Stanowisko", "title"],
  ["メールアドレス", "email"],
  ["電話番号", "phone"],
  ["公司名称", "company"],
  ["이메일", "email"],
  ["ФИО", "name"],
  ["ملاحظات", "notes"],
])("%j is the column for %s", (header, role) => {
  expect(roleOf(header)).toBe(role);
});

test.each([
  "Email opened", // a date, not an address
  "Lead source",
  "Lead status",
  "Client ID", // the client's, not the row's
  "Username",
  "Contact date",
  "Budget",
  "2024",
  "***",
])("%j is no field of a lead", (header) => {
  expect(roleOf(header)).toBeUndefined();
});

test("a header used twice, or missing, becomes a name of its own", () => {
  const columns = nameColumns(["Notes", " Notes ", "", "Notes (2)", "Column E"], 6, 2);
  expect(columns.map((column) => column.name)).toEqual([
    "Notes",
    "Notes (2)",
    "Column D",
    "Notes (2) (2)",
    "Column E",
    "Column G",
  ]);
});

test("a column without a header gives way to one that is really called so", () => {
  const columns = nameColumns(["", "Column A"], 2, 1);
  expect(columns.map((column) => column.name)).toEqual(["Column A (2)", "Column A"]);
});

test("an exact header comes before a qualified one, wherever it stands", () => {
  const found = recogniseColumns(nameColumns(["Private e-mail", "E-mail", "Office e-mail"], 3, 1));
  expect(found.email?.map((column) => column.name)).toEqual(["E-mail", "Private e-mail", "Office e-mail"]);
});
