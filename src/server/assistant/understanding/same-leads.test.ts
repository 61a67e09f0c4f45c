import { expect, test } from "vitest";
import { meaningOf } from "#server/assistant/understanding/meaning.ts";
import type { Meaning } from "#server/assistant/understanding/question.ts";

const NOW = new Date(2026, 5, 17, 15);
const KNOWN = {
  fields: (
    [
      ["Budget", "number"],
      ["Segment", "choice", "Pharmacy", "Wholesale", "Food"],
      ["Contract ends", "date"],
    ] as const
  ).map(([name, kind, ...options], id) => ({ id: String(id), key: `f${id}`, name, kind, options })),
  tags: ["Asked for a price"],
  people: ["ann", "bob"],
  me: "ann",
  hasAccount: true,
};

function last(questions: readonly string[], person?: string): Meaning | null {
  const known = { ...KNOWN, ...(person !== undefined && { person }) };
  return meaningOf(questions.at(-1) ?? "", questions.slice(0, -1), NOW, known);
}

test.each([
  [["leads with budget over 20k", "add that up"], "field_figures", { filter: { fields: "f0:min:20000.01" } }],
  [["average budget of pharmacies", "and of wholesalers"], "field_figures", { filter: { fields: "f1:is:Wholesale" } }],
  [["how many leads did bob reject in may", "and ann?"], "decided", { deciders: ["ann"], owners: [] }],
  [["approval rate by source", "without files"], "by_source", { excluded: [{ source: "file" }] }],
  [
    ["how many pending leads are there?", "how many of them have no phone number"],
    "count_leads",
    { filter: { status: "pending", missing: "phone" } },
  ],
  [["pending leads", "which are within 5 points of qualifying"], "list_leads", { nearThreshold: 5 }],
  [["how many leads on the 3rd", "and the 4th?"], "count_leads", { span: { words: "on June 4" } }],
  [["leads since the 10th", "and before that?"], "list_leads", { span: { words: "before June 10" } }],
  [["approved leads", "best first please"], "list_leads", { filter: { status: "approved" }, sort: "-score" }],
  [
    ["Leads aus der Mailbox", "sortier sie nach Punkten"],
    "list_leads",
    { filter: { source: "email" }, sort: "-score" },
  ],
  [
    ["everybody in catering", "only the approved ones"],
    "list_leads",
    { filter: { search: "catering", status: "approved" } },
  ],
  [["everybody in catering", "and in Berlin?"], "list_leads", { filter: { search: "catering Berlin" } }],
  [
    ["show me the bakeries", "which are qualified?"],
    "list_leads",
    { filter: { search: "bakery", status: "qualified" } },
  ],
  [["who came in by email?", "how many is that?"], "count_leads", { filter: { source: "email" } }],
  [["leads del formulario", "¿cuántos son?"], "count_leads", { filter: { source: "form" } }],
  [["what did Bob do this week?", "and Ann?"], "activity", { owners: ["ann"] }],
  [["¿qué hizo Bob esta semana?", "¿y Ann?"], "activity", { owners: ["ann"] }],
  [
    ["leads since June 3", "only Bob's", "and Ann's?"],
    "list_leads",
    { owners: ["ann"], span: { words: "since June 3" } },
  ],
  [["directors", "only those above 60 points"], "list_leads", { filter: { search: "director", minScore: 61 } }],
  [
    ["leads per owner", "which of bob's are pending?"],
    "list_leads",
    { owners: ["bob"], filter: { status: "pending" } },
  ],
  [
    ["leads assigned to Bob", "and of those, which came by form?"],
    "list_leads",
    { owners: ["bob"], filter: { source: "form" } },
  ],
])("%j keeps what was asked before", (questions, intent, leads) => {
  expect(last(questions)).toMatchObject({ intent, leads });
});

test("keeps the figure and the groups of the question before", () => {
  expect(last(["total budget of approved leads", "by segment"])?.asks).toMatchObject({
    by: [{ name: "Segment" }],
    field: { name: "Budget", figure: "total" },
  });
  expect(last(["approval rate by source", "and which is the worst?"])?.asks).toMatchObject({
    by: ["source"],
    isRate: true,
    first: "least",
  });
});

test("replaces a range that a question would make empty, and narrows any other", () => {
  expect(last(["which next steps are due today?", "and overdue?"])?.leads.filter).not.toHaveProperty("dueFrom");
  expect(last(["leads with a score over 50", "and below 20"])?.leads.filter).not.toHaveProperty("minScore");
  const narrowed = { minScore: 51, maxScore: 79 };
  expect(last(["leads with a score over 50", "only below 80"])?.leads.filter).toMatchObject(narrowed);
});

test("hers are those of the colleague named last", () => {
  const meaning = last(["who has the most leads?", "how many of hers are still undecided"], "bob");
  expect(meaning?.leads).toMatchObject({
    owners: ["bob"],
    filter: { status: "qualified" },
    others: [{ status: "pending" }],
  });
});

test.each([
  ["which leads did Bob approve", [], ["bob"]],
  ["Bob's approved leads", ["bob"], []],
  ["leads assigned to Bob that Ann approved", ["bob"], ["ann"]],
  ["what have I approved since Monday", [], ["ann"]],
  ["leads that Bob hasn't decided on", ["bob"], []],
])("%j tells owners from those who decided", (question, owners, deciders) => {
  expect(last([question])?.leads).toMatchObject({ owners, deciders });
});

test.each([
  ["who asked us for prices?", { tags: ["Asked for a price"] }],
  ["which contracts run out before Christmas", { filter: { fields: "f2:max:2026-12-24" } }],
  ["any pharmacies?", { filter: { fields: "f1:is:Pharmacy" } }],
  [
    "leads with a bad or risky e-mail address",
    { filter: { addressQuality: "bad" }, others: [{ addressQuality: "risky" }] },
  ],
  ["leads of its", { filter: {} }],
  ["leads in food wholesale", { filter: { search: "food wholesale" } }],
])("%j is read as a filter", (question, leads) => {
  expect(last([question])?.leads).toMatchObject(leads);
});
