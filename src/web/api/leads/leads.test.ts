import { expect, it } from "vitest";
import { attachmentName } from "#web/api/leads/leads.ts";

it.each([
  ["our server's format", 'attachment; filename="leads-all-2026-05-20.csv"', "leads-all-2026-05-20.csv"],
  ["no header", null, null],
  ["no name", "attachment", null],
  ["an empty name", 'attachment; filename=""', null],
  ["a name that is a path", 'attachment; filename="../leads.csv"', null],
])("reads a download's file name from %s", (_word, header, expected) => {
  expect(attachmentName(header)).toBe(expected);
});
