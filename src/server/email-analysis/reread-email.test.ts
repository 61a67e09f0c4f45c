import { expect, test } from "vitest";
import { analyseEmail } from "#server/email-analysis/analyse-email.ts";
import { emailLead } from "#server/email-analysis/email-lead.ts";
import { shippedModel } from "#server/email-analysis/model/shipped-model.ts";
import { rereadEmail } from "#server/email-analysis/reread-email.ts";

const options = {
  ownAddresses: ["sales@winnow.example"],
  model: shippedModel,
  rules: { inclusionKeywords: [], exclusionKeywords: [], minimumConfidence: 0 },
};
const MESSAGE = [
  "From: Anna Schmidt <anna@acme.example>",
  "To: sales@winnow.example",
  "Message-ID: <1@acme.example>",
  "Date: Sun, 3 May 2026 10:00:00 +0000",
  "Subject: Quotation for 40 robots",
  "",
  "Hello,",
  "we would like a quotation for 40 robots by June. What do they cost?",
  "",
  "Kind regards",
  "Anna Schmidt",
  "Head of Purchasing",
  "Acme GmbH",
  "Tel. +49 30 901820",
  "",
  "On 1 May 2026 sales@winnow.example wrote:",
  "> Hello Anna",
].join("\r\n");

test("a lead's message that is kept says what it said when it was read", async () => {
  const analysed = await analyseEmail(MESSAGE, options);
  const lead = emailLead(analysed);
  expect(lead.fields).toMatchObject({ name: "Anna Schmidt", email: "anna@acme.example", company: "Acme GmbH" });
  const { fields, facts, methods, contentHash, locator } = lead;
  // Kept as JSON.
  const raw: unknown = JSON.parse(JSON.stringify(lead.raw));
  expect(rereadEmail(lead.rowKey, raw)).toMatchObject({ fields, facts, methods, contentHash, locator });
});

test("what is too long to be kept, and what is no message of its own, cannot be read again", async () => {
  const long = emailLead(await analyseEmail(MESSAGE.replace("robots by", `robots ${"x ".repeat(9_000)} by`), options));
  expect(rereadEmail(long.rowKey, long.raw)).toBe(null);
  const { raw } = emailLead(await analyseEmail(MESSAGE, options));
  expect(rereadEmail("answer:<1@acme.example>", raw)).toBe(null);
  expect(rereadEmail("message:1", null)).toBe(null);
});
