import { expect, test } from "vitest";
import { columnsByRole, rolesOfColumns } from "#server/pipeline/text/column-roles.ts";
import { nameColumns, type ColumnsByRole } from "#server/pipeline/text/columns.ts";
import { HEADER_WORDS } from "#server/pipeline/text/header-words.ts";

function columnsOf(headers: readonly string[]): ColumnsByRole {
  const columns = nameColumns(headers, headers.length, 1);
  return columnsByRole(columns, rolesOfColumns(columns));
}

function roleOf(header: string): string | undefined {
  return Object.keys(columnsOf([header]))[0];
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
  ["Phone 1 - Value", "phone"],
  ["Email (required) *", "email"],
  ["Company", "company"],
  ["Company Name 2", "company"], // "company" is part of the name here, not a qualifier
  ["Organization", "company"],
  ["Firma", "company"],
  ["Cabinet", "company"],
  ["Phone #", "phone"],
  ["Mobile", "phone"],
  ["Tel.", "phone"],
  ["Business phone", "phone"],
  ["Notes", "notes"],
  ["Your message", "notes"],
  ["Observação", "notes"],
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
  ["E-mail 1 - Value", "email"],
  ["Home Phone 2", "phone"],
  ["officephone", "phone"],
  ["contactEmail", "email"],
  ["Judge's Name", "name"],
  ["Nome do cliente", "name"],
  ["Club name", "company"],
  ["Name of your school", "company"],
  ["School contact name", "name"],
  ["isim", "name"],
  ["Téléphone Bureau", "phone"],
  ["Primary contact", "name"],
  ["Ansprechpartner Vorname", "firstName"],
  ["Name der Firma", "company"],
  ["Name (First)", "firstName"],
  ["User Email", "email"],
  ["您的职位", "title"],
  ["Invitee Email", "email"],
  ["Person - Phone - Work", "phone"],
  ["Associated Company", "company"],
  ["Lead - Organization", "company"],
  ["Company / Organization", "company"],
  ["Phone/Mobile", "phone"],
  ["Comments or questions?", "notes"],
  ["会社・団体名", "company"],
  ["お問い合わせ内容", "notes"],
  ["Рабочий телефон", "phone"],
  ["Teléfono móvil", "phone"],
  ["Ihre Position", "title"],
  ["What's your first name?", "firstName"],
  ["What company do you work for?", "company"],
  ["Wie können wir Ihnen helfen?", "notes"],
  ["שם ספק", "company"],
  ["職稱", "title"],
])("%j is the column for %s", (header, role) => {
  expect(roleOf(header)).toBe(role);
});

test("every header word has one meaning", () => {
  for (const [role, words] of Object.entries(HEADER_WORDS)) {
    expect(words.filter((word) => roleOf(word) !== role)).toEqual([]);
  }
});

test.each([
  "Email opened", // a date, not an address
  "Lead source",
  "Last contact", // a day
  "Name (Prefix)",
  "Lead - Value",
  "Lead - Title", // a sale's
  "Question 1", // next to the answer
  "Did you get our email?",
  "How many people work in your company?",
  "Name / Email",
  "Phone 1 - Label",
  "Lead status",
  "Client ID", // the client's, not the row's
  "Username",
  "Contact date",
  "Emergency contact phone",
  "Preferred position",
  "Date of birth",
  "Nome da página",
  "Budget",
  "2024",
  "***",
])("%j isn't a field of a lead", (header) => {
  expect(roleOf(header)).toBeUndefined();
});

test("a repeated or missing header gets a unique name", () => {
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

test("numbers very many columns of the same name right away", () => {
  const headers = Array.from({ length: 200_000 }, () => "Notes");
  expect(nameColumns(headers, headers.length, 1).at(-1)?.name).toBe("Notes (200000)");
});

test("a column without a header yields to one with that actual name", () => {
  const columns = nameColumns(["", "Column A"], 2, 1);
  expect(columns.map((column) => column.name)).toEqual(["Column A (2)", "Column A"]);
});

test("next to a contact person, a plain name is the company's", () => {
  const namesOf = (headers: string[]): (string | undefined)[] => {
    const { name, company } = columnsOf(headers);
    return [name, company].map((found) => found?.[0]?.name);
  };
  expect(namesOf(["Name", "Ansprechpartner"])).toEqual(["Ansprechpartner", "Name"]);
  expect(namesOf(["Name", "Contact person", "Company"])).toEqual(["Name", "Company"]);
  expect(namesOf(["Name", "Contact"])).toEqual(["Name", undefined]);
  expect(namesOf(["Member", "Contact Name", "Phone"])).toEqual(["Contact Name", "Member"]);
  expect(namesOf(["Member", "Email"])).toEqual([undefined, undefined]);
});

test("a company's name precedes that of the account", () => {
  expect(columnsOf(["Account Name", "Company"]).company?.map(({ name }) => name)).toEqual(["Company", "Account Name"]);
});

test("an exact header precedes a qualified one, in any position", () => {
  const found = columnsOf(["Private e-mail", "E-mail", "Office email"]);
  expect(found.email?.map((column) => column.name)).toEqual(["E-mail", "Private e-mail", "Office email"]);
});
