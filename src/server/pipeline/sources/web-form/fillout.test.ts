import { expect, test } from "vitest";
import { readFillout } from "#server/pipeline/sources/web-form/fillout.ts";
import { leadOfForm } from "#test/lead-of-form.ts";

const submission = {
  submissionId: "abc-123",
  submissionTime: "2026-05-01T10:00:00.000Z",
  lastUpdatedAt: "2026-05-01T10:01:00.000Z",
  questions: [
    { id: "1", name: "What's your name?", type: "ShortAnswer", value: "Ann Lee" },
    { id: "2", name: "Where do we write to?", type: "EmailInput", value: "ann@acme.example" },
    { id: "3", name: "Number", type: "PhoneNumber", value: "+442079460001" },
    { id: "4", name: "More", type: "LongAnswer", value: "Two seats" },
    { id: "5", name: "Address", type: "Address", value: { address: "1 Mill Lane", city: "York", zipCode: "YO1" } },
    { id: "6", name: "Plans", type: "Checkboxes", value: ["A", "B"] },
    { id: "7", name: "Brief", type: "FileUpload", value: [{ url: "https://f.example/x", filename: "brief.pdf" }] },
    { id: "8", name: "Empty", type: "ShortAnswer", value: null },
  ],
  calculations: [{ id: "c", name: "Total", type: "number", value: "12" }],
  urlParameters: [{ id: "u", name: "utm_source", value: "ads" }],
  quiz: { score: 3, maxScore: 5 },
  scheduling: [],
};

test.each([
  ["with its form", { formId: "f", formName: "Ask us", submission }],
  ["on its own", submission],
])("a submission %s", (_, data) => {
  const { fields, facts, lead } = leadOfForm(data);
  expect(fields).toEqual({
    name: "Ann Lee",
    email: "ann@acme.example",
    phone: "+442079460001",
    notes: "Two seats",
  });
  expect(facts).toEqual({
    Address: "address: 1 Mill Lane, city: York, zipCode: YO1",
    Plans: "A, B",
    Brief: "brief.pdf",
    Total: "12",
    utm_source: "ads",
    "Quiz score": "3",
  });
  expect(lead.rowKey).toBe("form:fillout:abc-123");
});

test("an edited one is a new delivery of the same person; a booking gives a name and address", () => {
  const scheduling = [
    { id: "s", name: "A call", value: { fullName: "Bo", email: "bo@b.example", eventStartTime: "9" } },
  ];
  const read = readFillout({ submission: { ...submission, questions: [], scheduling, lastUpdatedAt: "later" } });
  expect(read?.idempotencyKey).toBe("abc-123 later");
  expect(leadOfForm({ submission: { ...submission, questions: [], scheduling } }).fields).toEqual({
    name: "Bo",
    email: "bo@b.example",
  });
});
