import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AssignmentConditions, AssignmentRule } from "#shared/contract/assignment.ts";
import type { FieldKind, FieldValue } from "#shared/contract/leads/field-value.ts";
import type { LeadRecord, StoredLead } from "#shared/lead-record.ts";
import type { Assignable, Assigned, AssignmentRuleRecord, AssignmentState } from "#server/db/assignment/assignment.ts";
import type { LeadFieldRecord } from "#server/db/leads/lead-fields.ts";
import type { TagRecord } from "#server/db/tags/tags.ts";
import { namedBy } from "#server/features/leads/assignment-conditions.ts";
import { leadAssigner, neverMatching } from "#server/features/leads/assign-lead.ts";
import { sampleLead } from "#test/sample-lead.ts";

const NOW = "2026-05-06T10:00:00.000Z";

const fieldOf = (id: string, key: string, kind: FieldKind, options: string[] = []): LeadFieldRecord => ({
  id,
  key,
  name: `The ${key}`,
  kind,
  options,
  createdAt: NOW,
});
const FIELDS = [
  fieldOf("1", "budget", "number"),
  fieldOf("2", "tier", "choice", ["Gold", "Silver"]),
  fieldOf("3", "needs", "choices", ["Crane", "Lift"]),
  fieldOf("4", "vip", "yesNo"),
  fieldOf("5", "closing", "date"),
  fieldOf("6", "site", "link"),
  fieldOf("7", "region", "text"),
];
const tagOf = (id: string, name: string, mergedInto: string | null = null): TagRecord => ({
  id,
  name,
  color: "blue",
  mergedInto,
  createdAt: NOW,
});
const TAGS = [tagOf("1", "Fair"), tagOf("2", "VIP"), tagOf("3", "Old VIP", "2")];

function ruleWith(more: Partial<AssignmentRuleRecord> & { weights?: readonly number[] } = {}): AssignmentRuleRecord {
  const { weights = [1], ...rest } = more;
  return {
    id: "1",
    name: "All",
    isActive: true,
    position: 1,
    conditions: {},
    strategy: "round_robin",
    people: weights.map((weight, index) => ({ accountId: String(index), weight })),
    createdAt: NOW,
    ...rest,
  };
}

function stateOf(rules: readonly AssignmentRuleRecord[], people: readonly Partial<Assignable>[]): AssignmentState {
  return {
    rules,
    fields: FIELDS,
    tags: TAGS,
    people: new Map(
      people.map((person, index) => [
        String(index),
        { username: `P${index}`, perDay: null, awayFrom: null, awayTo: null, today: 0, open: 0, ...person },
      ]),
    ),
    credits: new Map(rules.map(({ id }) => [id, new Map()])),
    day: NOW.slice(0, 10),
  };
}

const assignLead = (lead: LeadRecord, state: AssignmentState): Assigned | null => leadAssigner(state)(lead);

describe("assignLead", () => {
  it("keeps everyone in a round robin within one of their share at all times", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 8 }), (weights) => {
        const state = stateOf(
          [ruleWith({ weights })],
          weights.map(() => ({})),
        );
        const sum = weights.reduce((total, weight) => total + weight, 0);
        const given = weights.map(() => 0);
        for (let count = 1; count <= 120; count += 1) {
          const index = Number(assignLead(sampleLead(), state)?.accountId);
          given[index] = (given[index] ?? 0) + 1;
          for (const [at, weight] of weights.entries()) {
            expect(Math.abs((given[at] ?? 0) - (count * weight) / sum)).toBeLessThanOrEqual(1 + 1e-6);
          }
        }
      }),
    );
  });

  it("passes over people who are away or have reached their number, and says so", () => {
    const state = stateOf(
      [ruleWith({ weights: [1, 1, 1] })],
      [{ awayFrom: "2026-05-01", awayTo: "2026-05-10" }, { perDay: 2, today: 2 }, {}],
    );
    const assigned = Array.from({ length: 5 }, () => assignLead(sampleLead(), state));
    expect(new Set(assigned.map((one) => one?.owner))).toEqual(new Set(["P2"]));
    expect(assigned[0]?.reason).toBe("round robin among 1, P0 is away until May 11, P1 has 2 leads today");
  });

  it("gives a lead to the person with the fewest open leads, and falls through to the next rule", () => {
    const busy = ruleWith({ strategy: "least_busy", weights: [1, 1], conditions: { minScore: 20 } });
    const rest = ruleWith({ id: "2", name: "Rest", strategy: "person", people: [{ accountId: "2", weight: 1 }] });
    const state = stateOf([busy, rest], [{ open: 3 }, { open: 1, perDay: 3 }, {}]);
    const owners = Array.from({ length: 5 }, () => assignLead(sampleLead({ score: 30 }), state)?.owner);
    expect(owners).toEqual(["P1", "P1", "P0", "P1", "P0"]);
    expect(assignLead(sampleLead({ score: 10 }), state)).toMatchObject({ owner: "P2", ruleName: "Rest" });
  });

  it.each([
    ["the phone", { phone: "+49 30 1234567" }, "DE"],
    ["the email's domain", { phone: "", email: "a@firma.at" }, "AT"],
    ["the website", { phone: "", email: "a@firm.com", scrapeUrl: "https://firm.co.uk/x" }, "GB"],
  ])("knows the country from %s", (_what, more, country) => {
    const lead = sampleLead(more);
    const state = (code: string): AssignmentState => stateOf([ruleWith({ conditions: { country: code } })], [{}]);
    expect(assignLead(lead, state(country))).not.toBeNull();
    expect(assignLead(lead, state("FR"))).toBeNull();
  });

  it("compares texts without case and accents", () => {
    const conditions = { texts: [{ field: "company" as const, contains: "BURO" }] };
    const state = stateOf([ruleWith({ conditions })], [{}]);
    expect(assignLead(sampleLead({ company: "Das Büro GmbH" }), state)).not.toBeNull();
    expect(assignLead(sampleLead({ company: "Acme" }), state)).toBeNull();
    for (const [contains, company] of [
      ["STRASSE", "Straßenbau Łódź"],
      ["lodz", "Straßenbau Łódź"],
      ["o'brien", "O’Brien Ltd"],
      ["istanbul", "İSTANBUL A.Ş."],
    ] as const) {
      const ofName = stateOf([ruleWith({ conditions: { texts: [{ field: "company", contains }] } })], [{}]);
      expect(assignLead(sampleLead({ company }), ofName)).not.toBeNull();
    }
  });

  const isAssigned = (conditions: AssignmentConditions, lead: Partial<StoredLead>): boolean =>
    assignLead(sampleLead(lead), stateOf([ruleWith({ conditions })], [{}])) !== null;

  it.each([
    ["budget", ["at least 5,000"], 1, 5000, 4999.5],
    ["tier", ["is gold", "empty"], 2, "Gold", "Silver"],
    ["needs", ["is Lift"], 3, ["Crane", "Lift"], ["Crane"]],
    ["vip", ["is yes"], 4, true, false],
    ["closing", ["before 2026-03-01"], 5, "2026-02-28", "2026-03-01"],
    ["site", ["filled in"], 6, "https://acme.example", null],
    ["region", ["empty"], 7, null, "North"],
  ] satisfies [string, string[], number, FieldValue | null, FieldValue | null][])(
    "compares the custom field %s with %j",
    (key, anyOf, id, met, other) => {
      const conditions = { customFields: [{ field: `field:${key}`, anyOf }] };
      const withValue = (value: FieldValue | null) => ({ customFields: value === null ? [] : [{ id, value }] });
      expect([isAssigned(conditions, withValue(met)), isAssigned(conditions, withValue(other))]).toEqual([true, false]);
    },
  );

  it("needs all custom fields and tags, and matches nothing by a deleted field or tag, or one of another type", () => {
    const both = ["field:budget", "field:closing"].map((field) => ({ field, anyOf: ["filled in"] }));
    const budget = { id: 1, value: 7 };
    expect(isAssigned({ customFields: both }, { customFields: [budget] })).toBe(false);
    expect(isAssigned({ customFields: both }, { customFields: [budget, { id: 5, value: "2026-01-01" }] })).toBe(true);
    for (const [field, condition] of [
      ["field:gone", "empty"],
      ["field:budget", "is 7"],
    ] as const) {
      expect(isAssigned({ customFields: [{ field, anyOf: [condition] }] }, { customFields: [budget] })).toBe(false);
    }
    const marks = (...ids: number[]) => ({ tagMarks: ids.map((id) => ({ id, by: "person" as const })) });
    expect(isAssigned({ tags: ["1", "2"] }, marks(1))).toBe(false);
    expect(isAssigned({ tags: ["1", "2"] }, marks(3, 1))).toBe(true);
    expect(isAssigned({ tags: ["3"] }, marks(2))).toBe(true);
    expect(isAssigned({ tags: ["2"] }, { tagMarks: [{ id: 2, by: "rule", removed: true }] })).toBe(false);
    expect(isAssigned({ tags: ["9"] }, marks(9))).toBe(false);
  });
});

describe("neverMatching", () => {
  const by = (conditions: AssignmentRule["conditions"], more: Partial<AssignmentRuleRecord> = {}) =>
    ruleWith({ conditions, people: [{ accountId: "0", weight: 1 }], ...more });
  const never = (rules: readonly AssignmentRuleRecord[], fields = FIELDS, isLimited: string[] = []) =>
    neverMatching(rules, new Set(["0"]), new Set(isLimited), namedBy({ fields, tags: TAGS }));
  const field = (key: string, ...anyOf: string[]) => ({ customFields: [{ field: `field:${key}`, anyOf }] });

  it("marks rules that can never assign a lead", () => {
    const rules = [
      by({ minScore: 50, maxScore: 40 }),
      by({}, { people: [{ accountId: "gone", weight: 1 }] }),
      by({ minScore: 30 }),
      by({ minScore: 60, source: "form" }),
      by({ minScore: 20 }),
    ];
    expect(never(rules).map((why) => why !== null)).toEqual([true, true, false, true, false]);
    expect(never(rules, FIELDS, ["0"])[3]).toBeNull();
  });

  it("names a deleted or changed field, a removed option and a deleted tag", () => {
    const rules = [
      by(field("budget", "at least 5", "empty")),
      by(field("budget", "at least 5")),
      by(field("tier", "is Gold", "is Silver")),
      by(field("tier", "is Gold")),
      by({ tags: ["9"] }),
    ];
    expect(never(rules)).toEqual([
      null,
      "“All” comes first and takes all of its leads.",
      null,
      "“All” comes first and takes all of its leads.",
      "One of its tags was deleted.",
    ]);
    const changed = [fieldOf("1", "budget", "text"), fieldOf("2", "tier", "choice", ["Silver"])];
    expect(never(rules, changed)).toEqual([
      null,
      "“at least 5” doesn't fit the field “The budget” (text).",
      null,
      "“The tier” has no option “Gold”; only leads that still have it match.",
      "One of its tags was deleted.",
    ]);
    expect(never(rules, changed.slice(1)).slice(0, 2)).toEqual(
      Array(2).fill("There is no custom field budget, so nothing matches there."),
    );
  });

  it.each([
    [field("budget", "at least 5"), field("budget", "at least 5", "at most 1")],
    [field("tier", "is Gold"), field("tier", "filled in")],
    [{ ...field("tier", "is Gold"), minScore: 50 }, field("tier", "is Gold")],
    [{ tags: ["1", "2"] }, { tags: ["1"] }],
    [{ tags: ["1"] }, {}],
  ])("keeps %j from covering %j, but not the reverse", (narrow, wide) => {
    expect(never([by(narrow), by(wide)])[1]).toBeNull();
    expect(never([by(wide), by(narrow)])[1]).not.toBeNull();
  });

  it("sees that a merged tag is the other one", () => {
    expect(never([by({ tags: ["2"] }), by({ tags: ["3", "1"] })])[1]).not.toBeNull();
  });
});
