import { expect, test } from "vitest";
import { readFacebook } from "#server/pipeline/sources/web-form/facebook.ts";
import { leadOfForm } from "#test/lead-of-form.ts";

const lead = {
  id: "555971704561545",
  created_time: "2026-05-01T10:00:00+0000",
  form_name: "Spring",
  campaign_name: "Spring sale",
  field_data: [
    { name: "full_name", values: ["Ann Lee"] },
    { name: "work_email", values: ["ann@acme.example"] },
    { name: "phone_number", values: ["+442079460001"] },
    { name: "company_name", values: ["Acme"] },
    { name: "job_title", values: ["Buyer"] },
    { name: "when_do_you_want_to_start?", values: ["now", "soon"] },
  ],
  custom_disclaimer_responses: [{ checkbox_key: "may_call", is_checked: "1" }],
};

test("a lead with its answers", () => {
  const { fields, facts, lead: raw } = leadOfForm(lead);
  expect(fields).toEqual({
    name: "Ann Lee",
    email: "ann@acme.example",
    phone: "+442079460001",
    company: "Acme",
    title: "Buyer",
  });
  expect(facts).toEqual({
    "when_do_you_want_to_start?": "now, soon",
    may_call: "Yes",
    campaign_name: "Spring sale",
    form_name: "Spring",
  });
  expect(raw.rowKey).toBe("form:facebook:555971704561545");
});

test("several leads are several people in one delivery", () => {
  const read = readFacebook({ data: [lead, { ...lead, id: "2" }] });
  expect(read?.records.map(({ key }) => key)).toEqual(["555971704561545", "2"]);
  expect(read?.idempotencyKey).toMatch(/^[\da-f]{64}$/u);
});

test("a lead's ID alone isn't a contact, and the reason says what to do", () => {
  const change = (value: object) => ({ object: "page", entry: [{ id: "1", changes: [{ field: "leadgen", value }] }] });
  const read = readFacebook(change({ leadgen_id: "55459717045641545", form_id: "551111744595541" }));
  expect(read).toMatchObject({ idempotencyKey: "55459717045641545", records: [] });
  expect(read?.emptyReason).toContain("Zapier, Make");
  expect(readFacebook(change({ ...lead, leadgen_id: "9" }))?.records).toHaveLength(1);
  expect(readFacebook({ object: "page", entry: [{ changes: [{ field: "feed", value: {} }] }] })).toBeNull();
});
