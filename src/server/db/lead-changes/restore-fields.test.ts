import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LEAD_TEXT_FIELDS } from "#shared/lead-fields.ts";
import type { FieldOrigin, StoredLead } from "#shared/lead-record.ts";
import { changeOf } from "#server/db/journal/journal-rows.ts";
import { changedFields } from "#server/db/leads/lead-columns.ts";
import { pickedSince, restoreFields } from "#server/db/lead-changes/restore-fields.ts";
import { newLead } from "#test/stores.ts";

const origin = (at: string): FieldOrigin => ({ source: "manual", sourceName: "", locator: "", method: "edited", at });

/** A change of one field: its value and origin, an other value, a fact and a row. */
function changed(lead: StoredLead, which: number, name: string): StoredLead {
  const field = LEAD_TEXT_FIELDS[which % LEAD_TEXT_FIELDS.length] ?? "name";
  return {
    ...lead,
    [field]: name,
    provenance: { ...lead.provenance, [field]: origin(name) },
    otherValues: [...lead.otherValues, { field, value: lead[field], origin: lead.provenance[field] ?? null }],
    facts: [...lead.facts, { name: `Fact ${name}`, value: name }],
    rawData: [...(lead.rawData as unknown[]), { source: "file", sourceId: null, rowKey: name, contentHash: name }],
  };
}

const start: StoredLead = {
  ...newLead({ name: "Ann Lee", company: "Acme", facts: [{ name: "Team", value: "5" }] }),
  id: "1",
  provenance: { name: origin("first"), company: origin("first") },
  rawData: [],
};

const changeBetween = (before: StoredLead, after: StoredLead) => changeOf(before, after, changedFields(before, after));

describe("undoing values", () => {
  test("of different fields restores the original lead in any order, each its own", () => {
    const fields = fc.uniqueArray(fc.nat(LEAD_TEXT_FIELDS.length - 1), { minLength: 1 });
    fc.assert(
      fc.property(fields, fc.array(fc.nat()), (which, order) => {
        let lead = start;
        const acts = which.map((field, index) => {
          const before = lead;
          lead = changed(lead, field, `value ${index}`);
          return { field, name: `value ${index}`, change: changeBetween(before, lead), rank: order[index] ?? 0 };
        });
        const open = acts.toSorted((a, b) => a.rank - b.rank);
        for (let next = open.shift(); next !== undefined; next = open.shift()) {
          lead = restoreFields(lead, next.change);
          const rest = acts.filter((act) => open.includes(act));
          const alone = rest.reduce((so, { field, name }) => changed(so, field, name), start);
          expect(lead).toEqual(alone);
        }
        expect(JSON.stringify(lead)).toBe(JSON.stringify(start));
      }),
    );
  });

  test("of a change with a newer one on top keeps the newer one and everything added since", () => {
    const row = (contentHash: string) => ({ source: "file", sourceId: null, rowKey: "7", contentHash });
    const before = { ...start, rawData: [row("first")] };
    const edited = { ...before, name: "Anna Lee", rawData: [row("second")] };
    const reportedAgain = { ...edited, rawData: [row("third")], facts: [{ name: "Team", value: "6" }] };
    expect(restoreFields(reportedAgain, changeBetween(before, edited))).toEqual({ ...reportedAgain, name: "Ann Lee" });
  });

  test("say which of the values that an act brought has been picked since", () => {
    const value = { field: "phone" as const, value: "+44 20 7946 0018", origin: origin("later") };
    const seen = { ...start, otherValues: [value] };
    const picked = { ...seen, phone: value.value, otherValues: [] };
    expect(pickedSince(seen, changeBetween(start, seen))).toBeNull();
    expect(pickedSince(picked, changeBetween(start, seen))).toBe("phone");
  });
});
