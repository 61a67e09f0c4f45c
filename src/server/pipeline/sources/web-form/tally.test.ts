import { expect, test } from "vitest";
import { readTally } from "#server/pipeline/sources/web-form/tally.ts";
import { leadOfForm } from "#test/lead-of-form.ts";

const response = (fields: unknown) => ({
  eventId: "a4cb511e-d513-4fa5-baee-b815d718dfd1",
  eventType: "FORM_RESPONSE",
  createdAt: "2026-05-01T10:00:00.000Z",
  data: {
    responseId: "2wgx4n",
    submissionId: "2wgx4n",
    respondentId: "dwQKYm",
    formId: "VwbNEw",
    formName: "Ask for a demo",
    createdAt: "2026-05-01T10:00:00.000Z",
    fields,
  },
});
const options = [
  { id: "o1", text: "Yesterday" },
  { id: "o2", text: "Tomorrow" },
];

test("choices are listed by their texts, and each person's fields recognized by their types", () => {
  const { fields, facts, lead } = leadOfForm(
    response([
      { key: "question_1", label: "Who are you?", type: "INPUT_TEXT", value: "Ann Lee" },
      { key: "question_2", label: "Write to", type: "INPUT_EMAIL", value: "ann@acme.example" },
      { key: "question_3", label: "Call", type: "INPUT_PHONE_NUMBER", value: "+442079460001" },
      { key: "question_4", label: "In your words", type: "TEXTAREA", value: "Two seats" },
      { key: "question_5", label: "When?", type: "MULTIPLE_CHOICE", value: ["o2"], options },
      { key: "question_6", label: "Which?", type: "CHECKBOXES", value: ["o1", "o2"], options },
      { key: "question_6_o1", label: "Which? (Yesterday)", type: "CHECKBOXES", value: true },
      { key: "question_6_o2", label: "Which? (Tomorrow)", type: "CHECKBOXES", value: true },
      { key: "question_7", label: "Dropdown", type: "DROPDOWN", value: ["o1"], options },
      {
        key: "question_8",
        label: "File",
        type: "FILE_UPLOAD",
        value: [{ id: "x", name: "plan.pdf", url: "https://t.example/x" }],
      },
      {
        key: "question_9",
        label: "Rate",
        type: "MATRIX",
        value: { r1: ["c2"], r2: ["c1"] },
        rows: [
          { id: "r1", text: "Price" },
          { id: "r2", text: "Help" },
        ],
        columns: [
          { id: "c1", text: "good" },
          { id: "c2", text: "fair" },
        ],
      },
      { key: "question_10", label: "Score", type: "LINEAR_SCALE", value: 8 },
      { key: "question_11_a", label: "utm_campaign", type: "HIDDEN_FIELDS", value: "spring" },
      { key: "question_12", label: "Left empty", type: "INPUT_TEXT", value: null },
    ]),
  );
  expect(fields).toEqual({
    name: "Ann Lee",
    email: "ann@acme.example",
    phone: "+442079460001",
    notes: "Two seats",
  });
  expect(facts).toEqual({
    "When?": "Tomorrow",
    "Which?": "Yesterday, Tomorrow",
    Dropdown: "Yesterday",
    File: "plan.pdf",
    Rate: "Price: fair; Help: good",
    Score: "8",
    utm_campaign: "spring",
  });
  expect(lead.rowKey).toBe("form:tally:2wgx4n");
});

test("a form without readable content throws nothing", () => {
  for (const fields of [null, {}, [null, 7, [], { type: "MATRIX", value: 7, rows: [null] }]]) {
    expect(leadOfForm(response(fields)).fields).toEqual({});
  }
  expect(readTally({ eventType: "FORM_RESPONSE" })).toBeNull();
});
