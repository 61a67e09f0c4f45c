import { expect, test } from "vitest";
import { readSubmission } from "#server/pipeline/sources/web-form/read-submission.ts";
import { leadOfForm } from "#test/lead-of-form.ts";

const answers = {
  "First Name": "Zaphod",
  "Last Name": "Beeblebrox",
  email: "zaphod@heart.example",
  "Phone Number": 15550000000,
  "What do you need?": "A ship",
  Newsletter: true,
};

test.each([
  [
    "version 2",
    {
      triggerType: "form_submission",
      payload: {
        name: "Contact Us",
        siteId: "65427cf400e02b306eaa049c",
        data: answers,
        schema: [{ fieldName: "First Name", fieldType: "FormTextInput", fieldElementId: "285042f7" }],
        submittedAt: "2026-05-01T10:00:00.000Z",
        id: "6321ca84df3949bfc6752327",
        formId: "65429eadebe8a9f3a30f62d0",
      },
    },
  ],
  [
    "version 1",
    {
      name: "Contact Us",
      site: "62749158efef318abc8d5a0f",
      data: answers,
      d: "2026-05-01T10:00:00.000Z",
      _id: "6321ca84df3949bfc6752327",
    },
  ],
])("%s", (_, data) => {
  const { fields, facts, lead } = leadOfForm(data);
  expect(fields).toEqual({
    name: "Zaphod Beeblebrox",
    email: "zaphod@heart.example",
    phone: "15550000000",
    notes: "A ship",
  });
  expect(facts).toEqual({ Newsletter: "Yes" });
  expect(lead.rowKey).toBe("form:webflow:6321ca84df3949bfc6752327");
  expect(readSubmission({ data, isHtml: false })).toMatchObject({
    formType: "webflow",
    formName: "Contact Us",
    idempotencyKey: "6321ca84df3949bfc6752327",
  });
});
