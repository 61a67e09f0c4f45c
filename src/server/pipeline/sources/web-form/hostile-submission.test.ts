import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LIMITS } from "#shared/limits.ts";
import { leadOfRecord } from "#server/pipeline/sources/web-form/form-lead.ts";
import { parseJson } from "#server/pipeline/text/parse-json.ts";
import { readBody } from "#server/pipeline/sources/web-form/read-body.ts";
import { readSubmission } from "#server/pipeline/sources/web-form/read-submission.ts";
import { leadOfForm } from "#test/lead-of-form.ts";
import { rounds } from "#test/thorough.ts";

/** Any JSON, with words that trigger the readers. */
const words = fc.constantFrom(
  ..."form_response answers field_data data fields value values label type email name submission questions".split(" "),
  ..."payload triggerType eventType __proto__ constructor toString".split(" "),
);
const anything = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.string(),
    fc.double(),
    fc.boolean(),
    fc.constantFrom(null, "form_submission", "FORM_RESPONSE", "google_forms", "a@b.example", "+442079460001"),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(words, fc.string()), tie("value"), { maxKeys: 5 }),
  ),
})).value;

test("no JSON makes a reader throw, and every lead's answers are the submission's own texts", () => {
  fc.assert(
    fc.property(anything, fc.boolean(), (value, isHtml) => {
      const data: unknown = JSON.parse(JSON.stringify(value) ?? "null");
      const form = readSubmission({ data, isHtml });
      for (const [index, record] of form.records.entries()) {
        const { lead } = leadOfRecord(form, record, "1", index);
        expect(Object.values(lead.fields).every((text) => typeof text === "string" && text.trim() !== "")).toBe(true);
        expect(lead.rowKey.length).toBeLessThan(300);
        expect({}).not.toHaveProperty("polluted");
      }
    }),
    { numRuns: rounds(150, 500) },
  );
});

test("no bytes of any type make the reader throw", () => {
  const types = fc.constantFrom(
    "",
    "application/json",
    "application/json; charset=nonsense",
    "text/plain",
    "text/plain; charset=utf-16",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "multipart/form-data; boundary=x",
  );
  const bodies = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    // Pieces that a multipart parser looks for, in any order.
    fc
      .array(
        fc.constantFrom("--x", "--x--", "\r\n", "\r\n\r\n", "content-disposition: form-data; name=", '"a"', ";", "v"),
      )
      .map((pieces) => Buffer.from(pieces.join(""))),
  );
  fc.assert(
    fc.property(bodies, types, (bytes, type) => {
      const reading = readBody(Buffer.from(bytes), type);
      expect("unreadable" in reading ? reading.unreadable : reading.data).toBeTruthy();
    }),
    { numRuns: rounds(90, 300) },
  );
});

describe("hostile input", () => {
  test("prototype property names are ordinary fields", () => {
    const body = '{"__proto__":{"email":"a@b.example"},"constructor":"x","hasOwnProperty":1,"name":"Ann"}';
    const reading = readBody(Buffer.from(body), "application/json");
    if ("unreadable" in reading) throw new Error(reading.unreadable);
    const { fields, facts } = leadOfForm(reading.data);
    expect(fields).toEqual({ name: "Ann", email: "a@b.example" });
    expect(facts).toEqual({ constructor: "x", "has Own Property": "1" });
    const form = readBody(Buffer.from("__proto__=x&email=a%40b.example"), "application/x-www-form-urlencoded");
    expect(JSON.stringify(form)).toContain('"__proto__":"x"');
    expect(({} as Record<string, unknown>)["email"]).toBeUndefined();
  });

  test("of ten thousand fields, five hundred are accepted, and the number of others is reported", () => {
    const data = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field ${index}`, `v${index}`]));
    const form = readSubmission({ data: { email: "a@b.example", ...data }, isHtml: false });
    const { lead, skippedAnswers } = leadOfRecord(form, form.records[0]!, "1", 0);
    expect(lead.facts).toHaveLength(499);
    expect(skippedAnswers).toBe(9_501);
  });

  test.each([
    ["a name without end", "x".repeat(LIMITS.formHook.submissionBytes / 2)],
    ["names within names without end", "x.".repeat(LIMITS.formHook.submissionBytes / 4)],
  ])("%s around the maximum number of answers is repeated with none of them", (_, name) => {
    const many = Object.fromEntries(
      Array.from({ length: LIMITS.formHook.submissionBytes / 20 }, (_none, index) => [`${index}`, 1]),
    );
    const form = readSubmission({ data: { email: "a@b.example", [name]: many }, isHtml: false });
    const answers = form.records[0]?.answers ?? [];
    expect(answers[0]).toMatchObject({ question: "email", value: "a@b.example" });
    expect(answers.at(-1)?.question).toMatch(/^x/u);
    expect(Math.max(...answers.map(({ question }) => question.length))).toBeLessThan(4_000);
  });

  test("depth is limited, in the body and in JSON within a text", () => {
    const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
    expect(parseJson(deep(100))).toHaveProperty("value");
    expect(parseJson(deep(101))).toHaveProperty("unreadable");
    expect(parseJson(deep(500_000))).toHaveProperty("unreadable");
    expect(parseJson(`"${"[".repeat(200)}\\"${"[".repeat(200)}"`)).toHaveProperty("value");
    const inner = `{"a":`.repeat(200) + "1" + "}".repeat(200);
    expect(leadOfForm({ email: "a@b.example", note: inner }).fields.email).toBe("a@b.example");
  });

  test("numbers that JavaScript can't represent are stored as written", () => {
    expect(parseJson('{"id":55459717045641545,"big":1e400,"small":0.5,"whole":7}')).toEqual({
      value: { id: "55459717045641545", big: "1e400", small: 0.5, whole: 7 },
    });
  });

  test.each<[string, string]>([
    ["an endless address", "a@".repeat(LIMITS.formHook.submissionBytes / 2)],
    ["an endless number", "+1-".repeat(LIMITS.formHook.submissionBytes / 3)],
    ["white space", " ".repeat(LIMITS.formHook.submissionBytes)],
    ["brackets", "{{".repeat(LIMITS.formHook.submissionBytes / 2)],
    ["an endless word", "x".repeat(LIMITS.formHook.submissionBytes)],
  ])("%s as value and as name is read quickly", (_, text) => {
    expect(leadOfForm({ [text]: text, email: text, message: "hi", phone: "+442079460001" }).fields).toMatchObject({
      phone: "+442079460001",
      notes: "hi",
    });
  });
});
