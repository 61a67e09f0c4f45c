import { expect, it } from "vitest";
import { fieldKeyOf, type FieldKind, type FieldValue, readFieldValue } from "#shared/contract/leads/field-value.ts";

const read = (kind: FieldKind, text: string): FieldValue | null | { error: string } => {
  const answer = readFieldValue({ kind, options: ["North", "South east"] }, text);
  return "error" in answer ? answer : answer.value;
};

it.each<[FieldKind, string, FieldValue | null]>([
  ["text", "  two\nlines ", "two lines"],
  ["text", " ", null],
  ["number", "1,250,000.5", 1_250_000.5],
  ["number", "1.250,50", 1_250.5],
  ["number", "1.250.000", 1_250_000],
  ["number", "1 250", 1_250],
  ["number", "1,5", 1.5],
  ["number", "-7", -7],
  ["number", "\u22127", -7],
  ["number", "１２３", 123],
  ["number", "١٬٢٣٤٫٥", 1_234.5],
  ["number", "1\u202f250,5", 1_250.5],
  ["number", "1.250,50 €", 1_250.5],
  ["number", "$1,250", 1_250],
  ["number", "12.500 €", 12_500],
  ["number", "EUR -4.500", -4_500],
  ["number", "KWD 12.500", 12.5],
  ["number", "€0.125", 0.125],
  ["number", "12.125", 12.125],
  ["number", "3.000,- €", 3_000],
  ["number", "$25k", 25_000],
  ["number", "12,5 K €", 12_500],
  ["number", "CHF 1'250", 1_250],
  ["number", "12,5 %", 12.5],
  ["date", "2026/1/31", "2026-01-31"],
  ["date", "2026-01-31T10:00:00Z", "2026-01-31"],
  ["date", "31.1.2026", "2026-01-31"],
  ["date", "31.01.2026, 14:30:00", "2026-01-31"],
  ["date", "2026-01-31 9:00 AM", "2026-01-31"],
  ["date", "２０２６‐０１‐３１", "2026-01-31"],
  ["date", "14 Mar 2025", "2025-03-14"],
  ["date", "Sept 1st, 2026", "2026-09-01"],
  ["date", "March 14, 2025", "2025-03-14"],
  ["date", "14-Mar-25", "2025-03-14"],
  ["date", "14. März 2025", "2025-03-14"],
  ["date", "1er août 2026", "2026-08-01"],
  ["date", "14 févr. 2026", "2026-02-14"],
  ["date", "14 de marzo de 2025", "2025-03-14"],
  ["choice", "SOUTH EAST", "South east"],
  ["choices", "south east; North; north", ["North", "South east"]],
  ["choices", ";", null],
  ["choice", "\u200bNorth\ufeff", "North"],
  ["choice", "Ｓｏｕｔｈ\u00a0east", "South east"],
  ["text", "\u200b", null],
  ["yesNo", "Ja", true],
  ["yesNo", "0", false],
  ["yesNo", "SI\u0301", true],
  ["link", "acme.example/a?b", "https://acme.example/a?b"],
  ["link", "\u200bhttps://例え.example/路径", "https://例え.example/路径"],
])("reads %s %j", (kind, text, value) => {
  expect(read(kind, text)).toEqual(value);
});

it.each<[FieldKind, string]>([
  ["text", "x".repeat(501)],
  ["number", "12 seats"],
  ["number", "1e99"],
  ["date", "2026-02-30"],
  ["date", "30 Feb 2026"],
  ["date", "14 Foo 2026"],
  ["date", "14 Mar 25"],
  ["date", "01/02/2026"],
  ["choice", "West"],
  ["choices", "North; West"],
  ["yesNo", "maybe"],
  ["link", "javascript:alert(1)"],
  ["link", "no link"],
])("refuses %s %j", (kind, text) => {
  expect(read(kind, text)).toHaveProperty("error");
});

it("refuses a cell of very many digits right away", () => {
  expect(read("number", `${"0".repeat(1_000_000)}x`)).toHaveProperty("error");
});

it("makes distinct keys of names", () => {
  expect(fieldKeyOf("Größe (m²)", [])).toBe("gro_e_m2");
  expect(fieldKeyOf("Budget!", ["budget", "budget_2"])).toBe("budget_3");
  expect(fieldKeyOf("予算", [])).toBe("field");
  expect(fieldKeyOf("Constructor", [])).toBe("constructor_2");
});
