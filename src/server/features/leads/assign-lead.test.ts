import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AssignmentRule } from "#shared/contract/assignment.ts";
import type { Assignable, AssignmentRuleRecord, AssignmentState } from "#server/db/assignment/assignment-types.ts";
import { assignLead, neverMatching } from "#server/features/leads/assign-lead.ts";
import { sampleLead } from "#test/sample-lead.ts";

const NOW = "2026-05-06T10:00:00.000Z";

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
  });
});

it("marks rules that can never assign a lead", () => {
  const judged = (conditions: AssignmentRule["conditions"], accountId = "0") =>
    ruleWith({ conditions, people: [{ accountId, weight: 1 }] });
  const rules = [
    judged({ minScore: 50, maxScore: 40 }),
    judged({}, "gone"),
    judged({ minScore: 30 }),
    judged({ minScore: 60, source: "form" }),
    judged({ minScore: 20 }),
  ];
  const never = neverMatching(rules, new Set(["0"]), new Set());
  expect(never.map((why) => why !== null)).toEqual([true, true, false, true, false]);
  expect(neverMatching(rules, new Set(["0"]), new Set(["0"]))[3]).toBeNull();
});
