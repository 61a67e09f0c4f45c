import { expect, test } from "vitest";
import { headerAt } from "#server/pipeline/text/header-row.ts";

const HEADERS = ["First Name", "Last Name", "Email Address"];
const ANN = ["Ann", "Lee", "ann@acme.example"];

test.each<[string, string[][], number]>([
  ["first", [HEADERS, ANN], 0],
  ["below a title", [["Spring fair 2026"], HEADERS, ANN], 1],
  ["below a note with a known word and an address", [["Notes:"], ["See https://acme.example"], HEADERS, ANN], 2],
  ["below merged groups", [["", "Contact", "Address"], ["Company", "Phone", "Email"], ANN], 1],
  ["below a title and groups", [["Spring fair 2026"], ["Contact", "", "Company"], ["Name", "Email", "Firm"], ANN], 2],
  [
    "unknown words",
    [
      ["Farbe", "Größe"],
      ["red", "M"],
    ],
    0,
  ],
  ["missing", [ANN, ["Bo", "Berg", "bo@berg.example"]], -1],
  [
    "too far right",
    [
      ["a note", "two"],
      [...Array.from({ length: 500 }, () => "x"), ...HEADERS],
    ],
    0,
  ],
  ["too far down", [...Array.from({ length: 20 }, () => ["a note"]), HEADERS], 0],
])("the header row is %s", (_, rows, at) => {
  expect(headerAt(rows)).toBe(at);
});
