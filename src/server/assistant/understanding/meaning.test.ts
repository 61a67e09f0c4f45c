import fc from "fast-check";
import { expect, test } from "vitest";
import { INTENTS } from "#server/assistant/understanding/intents.ts";
import { meaningOf } from "#server/assistant/understanding/meaning.ts";

const NOW = new Date(2026, 5, 17, 15);
const FIELDS = (
  [
    ["Budget", "number"],
    ["Segment", "choice", "SMB", "Enterprise"],
    ["Contract end", "date"],
    ["Newsletter", "yesNo"],
    ["Region", "text"],
  ] as const
).map(([name, kind, ...options], id) => ({ id: String(id), key: `f${id}`, name, kind, options }));

test.each([
  ["Why is Zoë O'Neill at 45?", "lead_score", "Zoë O'Neill"],
  ["what would make the lead Ann Lee qualify", "lead_to_qualify", "Ann Lee"],
  ["could you please tell me who is Ann Lee?", "lead_about", "Ann Lee"],
  ["why is this lead at 45", "lead_score", ""],
  ["aprove Ann Lee", "act", "Ann Lee"],
  ["I met Ann Lee. Where did she come from", "lead_origin", "Ann Lee"],
  ["where did ann@acme.example come from", "lead_origin", "ann@acme.example"],
])("%j names its lead", (question, intent, who) => {
  expect(meaningOf(question, [], NOW)).toMatchObject({ intent, who });
});

test.each([
  ["how does Winnow find duplicates?", "help"],
  ["how many duplicates are there?", "duplicates"],
  ["why is a lead incomplete?", "help"],
  ["which leads match the rule Budget?", "list_leads"],
  ["compare Ann and Bob", "by_owner"],
  ["where can I see the pending leads?", "list_leads"],
  ["can I get a CSV of the pending ones?", "act"],
])("%j asks for %s", (question, intent) => {
  expect(meaningOf(question, [], NOW, { rules: ["Budget"] })).toMatchObject({ intent });
});

test.each([
  ["who owns the approved leads", { intent: "by_owner", asks: { by: ["owner"] } }],
  ["who looks after the pending leads", { intent: "by_owner", leads: { leftOver: [] } }],
  ["budget per segment", { asks: { field: { name: "Budget", figure: "total" } } }],
  ["which segment has the highest budget", { asks: { field: { name: "Budget", figure: "total" } } }],
  ["approvals per month", { intent: "by_time", leads: { isDecided: true } }],
  ["approved leads per month", { intent: "by_time", leads: { isDecided: false } }],
  ["cuál es el lead con más budget", { language: "es", leads: { sort: "-fields.f0" } }],
  ["leads de Priya", { leads: { owners: ["priya"], leftOver: [] } }],
  ["are scores going up", { intent: "compare", asks: { score: "average" } }],
  ["is there a failed job", { intent: "work" }],
])("%j asks for %j", (question, meaning) => {
  expect(
    meaningOf(question, [], NOW, {
      fields: FIELDS.map((one) => ({ ...one, options: [...one.options] })),
      people: ["priya"],
    }),
  ).toMatchObject(meaning);
});

test('a pronoun refers to the last subject, and "this lead" to the open one', () => {
  const earlier = ["Who is Ann Lee?"];
  expect(meaningOf("why is she at 45", earlier, NOW)).toMatchObject({ who: "Ann Lee" });
  expect(meaningOf("why is this lead at 45", earlier, NOW)).toMatchObject({ who: "", isOfThePage: true });
});

test.each([
  ["how many leads didn't come from websites?", [{ source: "website" }], undefined],
  ["leads per source without the rejected ones", [{ status: "rejected" }], undefined],
  ["leads from everywhere except the website", [{ source: "website" }], undefined],
  ["how many leads match the rule Budget and nothing else", [], undefined],
  ["leads that are not tagged VIP", [], undefined],
  ["leads not approved yet", [{ status: "approved" }], undefined],
])("%j doesn't filter by what it excludes", (question, excluded, other) => {
  const leads = meaningOf(question, [], NOW, { rules: ["Budget"], tags: ["vip"] })?.leads;
  expect(leads?.filter).toEqual({});
  expect(leads?.excluded).toEqual(excluded);
  expect(leads?.parts.find(({ sets }) => sets.includes("other"))?.said).toBe(other);
});

test.each([
  ["leads not in the food segment", "segment:is:Food", true],
  ["non food leads", "segment:is:Food", true],
  ["leads whose segment is not food", "segment:is:Food", true],
  ["leads from the food segment", "segment:is:Food", undefined],
  ["leads from the food with a score above 20", "segment:is:Food", undefined],
])("%j asks for an option or the others", (question, fields, isExcluded) => {
  const segment = { id: "1", key: "segment", name: "Segment", kind: "choice", options: ["Food", "Retail"] } as const;
  const leads = meaningOf(question, [], NOW, { fields: [{ ...segment, options: [...segment.options] }] })?.leads;
  expect(isExcluded === true ? leads?.excluded : [leads?.filter]).toMatchObject([{ fields }]);
  expect(leads?.leftOver).toEqual([]);
});

test.each([
  ["rejected or approved leads", { status: "approved" }, [{ status: "rejected" }]],
  ["leads from websites and forms", { source: "website" }, [{ source: "form" }]],
])("%j is either of two filters", (question, filter, others) => {
  expect(meaningOf(question, [], NOW)?.leads).toMatchObject({ filter, others, leftOver: [] });
});

test.each([
  ["would Ann Lee still qualify if the threshold were 60?", "Ann Lee"],
  ["what if the threshold were 60?", undefined],
  ["would Ann qualify without the rule Budget", "Ann"],
  ["what if I give Enterprise 20 points instead of 10?", undefined],
])("%j supposes a change for %j", (question, who) => {
  const leads = { whole: [["ann", "lee"]], parts: new Set(["ann"]) };
  const meaning = meaningOf(question, [], NOW, { rules: ["Budget"], leads });
  expect(meaning?.intent).toBe("what_if");
  expect(meaning?.who).toBe(who);
});

test("a follow-up keeps the previous question's request", () => {
  const meaning = meaningOf("and last week?", ["how many pending leads from websites came in this week?"], NOW);
  expect(meaning).toMatchObject({
    intent: "count_leads",
    leads: { filter: { status: "pending", source: "website", from: new Date(2026, 5, 8).toISOString() }, leftOver: [] },
  });
  expect(meaningOf("and last week?", [], NOW)).toMatchObject({ intent: "none" });
});

test.each(["and this month?", "why?", "show them", "and Bob?"])("%j alone is ambiguous", (question) => {
  expect(meaningOf(question, [], NOW)?.leads.filter.search).toBeUndefined();
});

test.each([
  ["leads with budget over 5k", "f0:min:5000.01"],
  ["leads with a budget of at most 5,000.50", "f0:max:5000.5"],
  ["leads with more than 3 budget", "f0:min:3.01"],
  ["leads with budget <= 7", "f0:max:7"],
  ["leads with budget from 1 to 2", "f0:min:1,f0:max:2"],
  ["leads without budget and with segment smb or enterprise", "f0:empty,f1:is:SMB,f1:is:Enterprise"],
  ["leads whose contract ends in the next 2 weeks", "f2:min:2026-06-17,f2:max:2026-07-01"],
  ["leads with contract end since May", "f2:min:2026-05-01"],
  ["leads with region New York in March", "f4:contains:New York"],
  ["leads whose region is unknown", "f4:empty"],
  ["leads with known region", "f4:filled"],
  ["which leads match the rule Budget", undefined],
])("%j asks for fields %s", (question, fields) => {
  expect(meaningOf(question, [], NOW, { rules: ["Budget"], fields: FIELDS })?.leads.filter.fields).toBe(fields);
});

test("never fails on any sequence of questions", () => {
  const pieces = fc.constantFrom(
    "why",
    "is",
    "leads",
    "from",
    "this week",
    "show",
    "score",
    "Ann",
    "?",
    "between 1 and",
    "'s",
    "🚀",
    "how many",
    "budget",
    "segment",
    "contract end",
    "newsletter",
    "SMB",
    "over 5k",
    "before March",
    "next 2 weeks",
    "set",
    "to",
    "average",
    "by",
  );
  const question = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.array(pieces, { maxLength: 12 }).map((words) => words.join(" ")),
  );
  fc.assert(
    fc.property(question, fc.array(question, { maxLength: 3 }), (asked, earlier) => {
      const meaning = meaningOf(asked, earlier, NOW, { fields: FIELDS, tags: ["vip"], hasAccount: true });
      expect([null, ...INTENTS]).toContain(meaning === null ? null : meaning.intent);
    }),
  );
});

const TEAM = { leads: { whole: [["joan", "tredwell"]], parts: new Set(["tredwell"]) }, people: ["diego", "priya"] };

test.each([
  ["leads with no email and no phone", { filter: { missing: "email" }, also: [{ missing: "phone" }] }],
  ["los de España o Portugal que no estén rechazados", { countries: ["ES", "PT"], excluded: [{ status: "rejected" }] }],
  ["tous ceux de belgique mais pas du fichier", { countries: ["BE"], excluded: [{ source: "file" }] }],
  ["German leads with a score > 80", { countries: ["DE"], filter: { minScore: 81 } }],
  ["rejected despite a high score", { filter: { status: "rejected" }, ofThreshold: "above" }],
  ["approved but nobody has called yet", { filter: { status: "approved", nextStep: "none" }, isOfContact: true }],
  ["no contact in two weeks", { excluded: [{ changedFrom: new Date(2026, 5, 3).toISOString() }], isOfContact: true }],
  ["leads aus Deutschland mit Telefonnummer", { countries: ["DE"], excluded: [{ missing: "phone" }] }],
  ["leads that have a next step", { excluded: [{ nextStep: "none" }] }],
  ["partner leads that were approved", { filter: { status: "approved" }, tags: ["partner"] }],
  ["did we reject anyone? I want to check it", { filter: { status: "rejected" }, leftOver: [] }],
])("%j means these leads", (question, leads) => {
  expect(meaningOf(question, [], NOW, { ...TEAM, tags: ["partner"] })?.leads).toMatchObject(leads);
});

test.each([
  ["aprueba Joan Tredwell porfa", "act", "Joan Tredwell"],
  ["Joan Tredwell bitte ablehnen", "act", "Joan Tredwell"],
  ["what happened with tredwell", "lead_history", "tredwell"],
  ["who changed the threshold?", "activity", undefined],
  ["compare Diego and Priya", "by_owner", undefined],
  ["give me the numbers for last week: leads in, approved, rejected?", "by_status", undefined],
  ["do leads come in mornings or evenings", "by_time", undefined],
  ["why is the sky blue", "none", undefined],
  ["qui a gagné le match hier soir", "none", undefined],
  ["how do I get coffee stains out of a shirt", "none", undefined],
])("%j asks for %s of %j", (question, intent, who) => {
  expect(meaningOf(question, [], NOW, TEAM)).toMatchObject({ intent, ...(who !== undefined && { who }) });
});

test("a percentage compares the two spans asked about before", () => {
  const [first, second] = ["how many leads from the website this week?", "and last week?"];
  const meaning = meaningOf("is that up or down in percent", [first, second], NOW, TEAM);
  expect(meaning).toMatchObject({ intent: "compare", leads: { filter: { source: "website" } } });
  expect(meaning?.spans?.map(({ words }) => words)).toEqual(["this week", "last week"]);
});
