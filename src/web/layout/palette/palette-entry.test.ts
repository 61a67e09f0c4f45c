import { expect, it } from "vitest";
import { isInLabels, matchingEntries } from "#web/layout/palette/palette-entry.ts";

const ENTRIES = [
  { label: "Lead Management", words: "list search" },
  { label: "Rules & Keywords", words: "scoring" },
  { label: "Add a lead" },
  { label: "Mail-Einstellungen ändern" },
];

it.each([
  ["nothing", "", ["Lead Management", "Rules & Keywords", "Add a lead", "Mail-Einstellungen ändern"]],
  ["whitespace", "  ", ["Lead Management", "Rules & Keywords", "Add a lead", "Mail-Einstellungen ändern"]],
  ["the beginning of a word", "lea", ["Lead Management", "Add a lead"]],
  ["words in any order and case", "LEAD add", ["Add a lead"]],
  ["a synonym", "scor", ["Rules & Keywords"]],
  ["punctuation between words", "rules&key", ["Rules & Keywords"]],
  ["non-ASCII letters", "ÄND", ["Mail-Einstellungen ändern"]],
  ["the middle of a word", "anagement", []],
  ["a word that matches nothing", "lead zebra", []],
])("finds by %s", (_, query, labels) => {
  expect(matchingEntries(ENTRIES, query).map(({ label }) => label)).toEqual(labels);
});

it("puts labels that start with the query first, then other labels, then synonyms", () => {
  const entries = [
    { label: "Import file", words: "rules" },
    { label: "Create rule", words: "" },
    { label: "Rules & Keywords", words: "" },
    { label: "Automation", place: "Rules" },
  ];
  expect(matchingEntries(entries, "rule").map(({ label }) => label)).toEqual([
    "Rules & Keywords",
    "Create rule",
    "Import file",
    "Automation",
  ]);
});

it("tells a match in a label from one in synonyms", () => {
  expect(isInLabels(ENTRIES, "key")).toBe(true);
  expect(isInLabels(ENTRIES, "scoring")).toBe(false);
});
