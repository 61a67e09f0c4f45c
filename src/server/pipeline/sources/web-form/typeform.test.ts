import { expect, test } from "vitest";
import { readTypeform } from "#server/pipeline/sources/web-form/typeform.ts";
import { leadOfForm } from "#test/lead-of-form.ts";

const fields = [
  { id: "f1", title: "Hello, what's your *first name*?", type: "short_text", ref: "first" },
  { id: "f2", title: "Thanks {{field:first}}, and your last name?", type: "short_text" },
  { id: "f3", title: "Where can we reach you?", type: "email" },
  { id: "f4", title: "Or by phone", type: "phone_number" },
  { id: "f5", title: "What company do you work for?", type: "short_text" },
  { id: "f6", title: "Your site", type: "website" },
  { id: "f7", title: "How can we help?", type: "long_text" },
  { id: "f8", title: "Which products?", type: "multiple_choice" },
  { id: "f9", title: "Team size", type: "dropdown" },
  { id: "f10", title: "Are you the one who decides?", type: "yes_no" },
  { id: "f11", title: "Budget", type: "number" },
  { id: "f12", title: "Start", type: "date" },
  { id: "f13", title: "Your brief", type: "file_upload" },
  { id: "f14", title: "Deposit", type: "payment" },
];
const answers = [
  { type: "text", text: "Ann", field: { id: "f1", type: "short_text" } },
  { type: "text", text: "Lee", field: { id: "f2", type: "short_text" } },
  { type: "email", email: "ann@acme.example", field: { id: "f3", type: "email" } },
  { type: "phone_number", phone_number: "+442079460001", field: { id: "f4", type: "phone_number" } },
  { type: "text", text: "Acme", field: { id: "f5", type: "short_text" } },
  { type: "url", url: "https://acme.example", field: { id: "f6", type: "website" } },
  { type: "text", text: "A quote,\nplease.", field: { id: "f7", type: "long_text" } },
  {
    type: "choices",
    choices: { labels: ["Desktop", "Server"], other: "Cloud" },
    field: { id: "f8", type: "multiple_choice" },
  },
  { type: "choice", choice: { label: "50-100" }, field: { id: "f9", type: "dropdown" } },
  { type: "boolean", boolean: true, field: { id: "f10", type: "yes_no" } },
  { type: "number", number: 12000, field: { id: "f11", type: "number" } },
  { type: "date", date: "2026-06-01", field: { id: "f12", type: "date" } },
  { type: "file_url", file_url: "https://files.example/brief.pdf", field: { id: "f13", type: "file_upload" } },
  {
    type: "payment",
    payment: { amount: "10", last4: "1234", name: "A. Lee", success: true },
    field: { id: "f14", type: "payment" },
  },
];
const response = (more: object = {}) => ({
  event_id: "LtWXD3crgy",
  event_type: "form_response",
  form_response: {
    form_id: "lT4Z3j",
    token: "a3a12ec67a1365927098a606107fac15",
    submitted_at: "2026-05-01T10:02:00Z",
    landed_at: "2026-05-01T10:00:00Z",
    calculated: { score: 9 },
    variables: [{ key: "plan", type: "text", text: "Pro" }],
    hidden: { utm_source: "ads", company_size: "80" },
    definition: {
      id: "lT4Z3j",
      title: "Talk to us",
      fields,
      endings: [{ id: "e1", title: "Thank you, *really*" }],
    },
    answers,
    ending: { id: "e1", ref: "end" },
    ...more,
  },
});

test("every kind of answer is listed under its question", () => {
  const { fields: lead, facts, nobody, lead: raw } = leadOfForm(response());
  expect(lead).toEqual({
    name: "Ann Lee",
    email: "ann@acme.example",
    phone: "+442079460001",
    company: "Acme",
    scrapeUrl: "https://acme.example",
    notes: "A quote,\nplease.",
  });
  expect(facts).toEqual({
    "Which products?": "Desktop, Server, Cloud",
    "Team size": "50-100",
    "Are you the one who decides?": "Yes",
    Budget: "12000",
    Start: "2026-06-01",
    "Your brief": "https://files.example/brief.pdf",
    Deposit: "amount: 10, last4: 1234, name: A. Lee, success: Yes",
    utm_source: "ads",
    company_size: "80",
    plan: "Pro",
    Score: "9",
    Ending: "Thank you, really",
  });
  expect(nobody).toBeNull();
  expect(raw.rowKey).toBe("form:typeform:a3a12ec67a1365927098a606107fac15");
  expect(raw.locator).toBe("Submission of Talk to us");
  expect(new Set(Object.values(raw.methods ?? {}))).toEqual(new Set(["answer"]));
});

test("the parts of a contact question are recognized by type, in any language", () => {
  const definition = {
    title: "Kontakt",
    fields: [
      {
        id: "c",
        type: "contact_info",
        title: "Wer sind Sie?",
        properties: {
          fields: [
            { id: "c1", type: "short_text", title: "Rufname", subfield_key: "first_name" },
            { id: "c2", type: "short_text", title: "Zweiter Teil", subfield_key: "last_name" },
            { id: "c3", type: "email", title: "Adresse", subfield_key: "email" },
            { id: "c4", type: "short_text", title: "Wo", subfield_key: "company" },
          ],
        },
      },
    ],
  };
  const given = ["Änn", "Lée", "ann@acme.example", "Acme GmbH"].map((text, index) => ({
    type: index === 2 ? "email" : "text",
    ...(index === 2 ? { email: text } : { text }),
    field: { id: `c${index + 1}`, type: index === 2 ? "email" : "short_text" },
  }));
  expect(leadOfForm(response({ definition, answers: given })).fields).toMatchObject({
    name: "Änn Lée",
    email: "ann@acme.example",
    company: "Acme GmbH",
  });
});

test("an unfinished response is another delivery of the same person", () => {
  const whole = readTypeform(response());
  const partial = readTypeform({ ...response(), event_type: "form_response_partial" });
  expect(whole?.idempotencyKey).toBe("a3a12ec67a1365927098a606107fac15");
  expect(partial?.idempotencyKey).toBe("form_response_partial:a3a12ec67a1365927098a606107fac15");
  expect(partial?.records[0]?.key).toBe(whole?.records[0]?.key);
});

test.each([null, 7, [], {}, { form_response: null }, { form_response: [] }, { event_type: "form_response" }])(
  "%j isn't Typeform's",
  (data) => {
    expect(readTypeform(data)).toBeNull();
  },
);

test("missing or malformed parts are skipped, and nothing is thrown", () => {
  for (const more of [
    { answers: null, definition: null, hidden: null, calculated: null, variables: null },
    { answers: [null, 7, {}, { type: "email" }, { type: "choice", choice: "x" }, { type: "constructor" }] },
    { answers: [{ type: "matrix", matrix: { a: ["b"] }, field: null }], definition: { fields: [null, [], 7] } },
  ]) {
    expect(leadOfForm(response({ hidden: {}, ...more })).fields).toEqual({});
  }
});
