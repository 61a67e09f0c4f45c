import { expect, it } from "vitest";
import { attachmentName } from "#web/api/leads.ts";

it.each([
  ["the server's own form", 'attachment; filename="leads-all-2026-05-20.csv"', "leads-all-2026-05-20.csv"],
  ["no header", null, null],
  ["no name", "attachment", null],
  ["an empty name", 'attachment; filename=""', null],
  ["a name that is a path", 'attachment; filename="../leads.csv"', null],
])("reads the name of a download from %s", (_word, header, expected) => {
  expect(attachmentName(header)).toBe(expected);
});
