import { describe, expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import type { Learning } from "#shared/contract/learning.ts";
import { freshWinnow, type TestWinnow } from "#test/harness.ts";
import { newLead, oneEngine } from "#test/stores.ts";
import { simulateDecisions } from "#test/simulated-decisions.ts";

/** Rules that miss what matters most, and one that only costs points. */
const REVIEWER = {
  keywords: [
    { word: "budget", weight: 20, worth: 2 },
    { word: "student", weight: 20, worth: -2 },
    { word: "pallets", weight: null, worth: 2.5 },
  ],
  base: -1,
};

/** Adds leads through the API, and decides on them like the simulated reviewer. */
async function decide(winnow: TestWinnow, count: number): Promise<void> {
  const { decisions } = simulateDecisions({ ...REVIEWER, decisions: count, seed: 21 });
  for (const { word, weight } of REVIEWER.keywords) {
    if (weight === null) continue;
    await winnow.ok("POST /api/rules", { body: { name: `About ${word}`, keywords: [word], scoreWeight: weight } });
  }
  const [budget = "", student = ""] = (await winnow.ok("GET /api/rules")).map(({ id }) => id);
  const ruleOf = new Map([
    ["budget", budget],
    ["student", student],
  ]);
  await winnow.workspace.store.leads.applyBatch({
    creates: decisions.map(({ name, isPositive, texts, source, missing, parts }) =>
      newLead({
        name,
        source,
        email: "",
        company: "",
        industry: "",
        title: "",
        notes: texts.join(" "),
        missingInfo: [...missing],
        status: isPositive ? "approved" : "rejected",
        statusSetBy: "person",
        score: parts.reduce((sum, { points }) => sum + points, 0),
        scoreParts: parts.map(({ keyword, points }) => ({
          ruleId: ruleOf.get(keyword) ?? "",
          ruleName: "",
          keyword,
          points,
          field: "notes",
          start: 0,
          end: 1,
        })),
      }),
    ),
    updates: [],
    source: { id: null },
    rows: [],
    journal: [],
  });
  winnow.workspace.feed.changed(["leads"]);
}

function ofKeyword({ suggestions }: Learning): Learning["suggestions"][number] {
  return suggestions.find(({ kind, title }) => kind === "keyword" && title.includes("pallets"))!;
}

describe.each(oneEngine("sqlite"))("learning from decisions on %s", (engine) => {
  test("says how many decisions are missing, and counts only people's", async () => {
    const winnow = await freshWinnow(engine);
    expect(await winnow.ok("GET /api/learning")).toEqual({
      decisions: {
        positive: 0,
        negative: 0,
        needed: LIMITS.learning.minimumDecisions,
        neededOfEachKind: LIMITS.learning.minimumOfEachKind,
      },
      fit: null,
      rules: [],
      suggestions: [],
    });
    await winnow.ok("POST /api/rules", { body: { name: "Demo", keywords: ["demo"], scoreWeight: 40 } });
    const add = (name: string, notes: string) =>
      winnow.ok("POST /api/leads", { body: { name, email: `${name.toLowerCase()}@acme.example`, notes } });
    const [ann, bo] = [await add("Ann", "A demo"), await add("Bo", "A demo")];
    await add("Cy", "A demo, not decided on by anyone");
    await winnow.ok("PATCH /api/leads/{id}", { id: ann.id, body: { status: "approved" } });
    await winnow.ok("PATCH /api/leads/{id}", { id: bo.id, body: { status: "rejected" } });
    await expect
      .poll(async () => winnow.ok("GET /api/learning"))
      .toMatchObject({
        decisions: { positive: 1, negative: 1 },
        rules: [{ name: "Demo", found: 2, reach: 1, precision: 0.5, lift: 1, decisive: 1 }],
      });
    expect((await winnow.ok("GET /api/leads/{id}", { id: ann.id })).learned).toBeNull();
  });

  test("predicts once it beats the score, suggests rules, and changes nothing automatically", async () => {
    const winnow = await freshWinnow(engine);
    await decide(winnow, 300);
    const rules = await winnow.ok("GET /api/rules");
    const learning = await winnow.ok("GET /api/learning");
    expect(learning.fit).toMatchObject({ isShown: true, heldOut: 300 });
    expect(learning.fit!.auc).toBeGreaterThan(learning.fit!.rulesAuc);

    const keyword = ofKeyword(learning);
    expect(keyword.evidence.found).toBeGreaterThan(40);
    expect(keyword.text).toContain(`${keyword.evidence.approved} (`);
    expect(keyword.changes).toMatchObject([{ keywords: ["pallets"], mode: "words", isActive: true }]);
    const against = learning.suggestions.find(({ title }) => title.includes("About student"))!;
    expect(against).toMatchObject({ kind: "weight", evidence: { keyword: "student" } });
    expect(against.title).toMatch(/^Lower “About student” from 20 to −\d+$/u);
    const [change] = against.changes;
    expect(change).toMatchObject({ id: rules[1]!.id, isActive: true });
    expect(change!.scoreWeight).toBeLessThan(0);
    const [example] = against.evidence.examples;
    expect((await winnow.ok("GET /api/leads/{id}", { id: example!.id })).name).toBe(example!.name);

    const { id } = await winnow.ok("POST /api/leads", {
      body: { name: "Dee", email: "dee@acme.example", notes: "We have a budget for pallets" },
    });
    const { learned } = await winnow.ok("GET /api/leads/{id}", { id });
    expect(learned!.probability).toBeGreaterThan(60);
    expect(learned!.reasons.map(({ text }) => text)).toContain("Mentions “pallets”");
    // A lead that a person decided on needs no prediction.
    await winnow.ok("PATCH /api/leads/{id}", { id, body: { status: "rejected" } });
    expect((await winnow.ok("GET /api/leads/{id}", { id })).learned).toBeNull();
    expect(await winnow.ok("GET /api/rules")).toEqual(rules);
  });

  test("keeps a dismissed suggestion away until the dismissal is undone", async () => {
    const winnow = await freshWinnow(engine);
    await decide(winnow, 300);
    const { id: suggestion } = ofKeyword(await winnow.ok("GET /api/learning"));
    const answer = await winnow.call("POST /api/learning/dismissals", { body: { suggestion } });
    expect(answer.statusCode).toBe(204);
    expect((await winnow.ok("GET /api/learning")).suggestions.map(({ id }) => id)).not.toContain(suggestion);
    const again = await winnow.call("POST /api/learning/dismissals", { body: { suggestion } });
    expect(again.statusCode).toBe(409);

    const actId = String(answer.headers["x-act-id"]);
    await winnow.ok("POST /api/journal/{id}/undo", { id: actId });
    expect((await winnow.ok("GET /api/learning")).suggestions.map(({ id }) => id)).toContain(suggestion);
  });

  test("rejects an unknown suggestion", async () => {
    const winnow = await freshWinnow(engine);
    const answer = await winnow.call("POST /api/learning/dismissals", { body: { suggestion: "everything" } });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ errors: [{ field: "suggestion" }] });
  });
});
