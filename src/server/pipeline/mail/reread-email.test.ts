import { expect, test } from "vitest";
import { analyzeEmail } from "#server/pipeline/mail/analyze-email.ts";
import { emailLead } from "#server/pipeline/mail/email-lead.ts";
import { shippedModel } from "#server/pipeline/mail/model/shipped-model.ts";
import { rereadEmail } from "#server/pipeline/mail/reread-email.ts";

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

test("a lead's stored message rereads the same as when it arrived", async () => {
  const analyzed = await analyzeEmail(MESSAGE, options);
  const lead = emailLead(analyzed);
  expect(lead.fields).toMatchObject({ name: "Anna Schmidt", email: "anna@acme.example", company: "Acme GmbH" });
  const { fields, facts, methods, contentHash, locator } = lead;
  // Stored as JSON.
  const raw: unknown = JSON.parse(JSON.stringify(lead.raw));
  expect(rereadEmail(lead.rowKey, raw)).toMatchObject({ fields, facts, methods, contentHash, locator });
});

test("a message that is too long to be stored, or isn't separate, can't be reread", async () => {
  const long = emailLead(await analyzeEmail(MESSAGE.replace("robots by", `robots ${"x ".repeat(9_000)} by`), options));
  expect(rereadEmail(long.rowKey, long.raw)).toBe(null);
  const { raw } = emailLead(await analyzeEmail(MESSAGE, options));
  expect(rereadEmail("answer:<1@acme.example>", raw)).toBe(null);
  expect(rereadEmail("message:1", null)).toBe(null);
});
