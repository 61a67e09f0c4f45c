import { expect, it } from "vitest";
import { mergeCustom } from "#server/pipeline/intake/merge-custom.ts";
import type { RawInput } from "#server/pipeline/intake/raw-input.ts";
import type { FieldValue } from "#shared/contract/leads/field-value.ts";

const incoming = [{ id: 3, name: "Budget", value: 7 }];
const reported = (value: FieldValue): RawInput => ({
  source: "google_sheets",
  sourceId: "1",
  sourceName: "Leads",
  rowKey: "1",
  contentHash: "",
  locator: "",
  raw: {},
  custom: [{ id: 3, name: "Budget", value }],
});
const SHEET = { former: undefined, sourceName: "Leads", policy: undefined };
const OTHER = { id: 1, value: "Blue" };

it.each([
  ["fills an empty field", [OTHER], SHEET, [OTHER, { id: 3, value: 7 }], []],
  ["keeps another value", [{ id: 3, value: 5 }], SHEET, [{ id: 3, value: 5 }], ["7"]],
  [
    "replaces the row's former value",
    [{ id: 3, value: 5 }],
    { ...SHEET, former: reported(5) },
    [{ id: 3, value: 7 }],
    [],
  ],
  ["keeps a person's value", [{ id: 3, value: 9 }], { ...SHEET, former: reported(5) }, [{ id: 3, value: 9 }], ["7"]],
  ["leaves a cleared field empty", [], { ...SHEET, former: reported(7) }, [], []],
  [
    "overwrites, and keeps the old value",
    [{ id: 3, value: 5 }],
    { ...SHEET, policy: "overwrite" },
    [{ id: 3, value: 7 }],
    ["5"],
  ],
  [
    "never replaces when it fills",
    [{ id: 3, value: 5 }],
    { ...SHEET, former: reported(5), policy: "fill" },
    [{ id: 3, value: 5 }],
    ["7"],
  ],
] as const)("%s", (_what, values, merging, expected, facts) => {
  const merged = mergeCustom([...values], incoming, merging);
  expect(merged.values).toEqual(expected);
  expect(merged.facts).toEqual(facts.map((value) => ({ name: "Budget (Leads)", value })));
});

it("returns the same list if nothing changes", () => {
  const values = [{ id: 3, value: 7 }];
  expect(mergeCustom(values, incoming, SHEET).values).toBe(values);
});
