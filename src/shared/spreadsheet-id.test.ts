import { expect, test } from "vitest";
import { spreadsheetIdFrom } from "#shared/spreadsheet-id.ts";

const ID = "1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms";

test.each([
  [ID, ID],
  [`  ${ID}\n`, ID],
  [`https://docs.google.com/spreadsheets/d/${ID}/edit#gid=0`, ID],
  [`https://docs.google.com/spreadsheets/d/${ID}/edit?gid=5#gid=5`, ID],
  [`https://docs.google.com/spreadsheets/d/${ID}`, ID],
  [`https://docs.google.com/spreadsheets/u/1/d/${ID}/edit`, ID], // signed in with a second account
  [`https://docs.google.com/a/acme.example/spreadsheets/d/${ID}/edit`, ID], // an organization's old URL
  [`docs.google.com/spreadsheets/d/${ID}/edit`, ID], // copied without the scheme
  [`https://docs.google.com/spreadsheets/d/e/2PACX-1vQz/pubhtml`, null], // published page
  [`https://evil.example/spreadsheets/d/${ID}/edit`, null],
  [`https://docs.google.com.evil.example/spreadsheets/d/${ID}`, null],
  ["../../etc/passwd", null],
  ["my sheet", null],
  ["", null],
])("reads %j as %j", (pasted, id) => {
  expect(spreadsheetIdFrom(pasted)).toBe(id);
});
