import { expect, test } from "vitest";
import { OTHER_MAIL, REPLIES } from "#server/demo/other-mail.ts";
import { sampleLeads } from "#server/demo/sample-leads.ts";
import { mailText, sampleMail } from "#server/demo/sample-mail.ts";
import { SAMPLE_MAIL_RULES, SAMPLE_RULES } from "#server/demo/sample-rules.ts";
import { analyseEmail } from "#server/email-analysis/analyse-email.ts";
import { emailLead } from "#server/email-analysis/email-lead.ts";
import { shippedModel } from "#server/email-analysis/model/shipped-model.ts";
import { leadTexts } from "#server/intake/lead-text.ts";
import { compileRuleset } from "#server/intake/ruleset.ts";
import { scoreTexts } from "#server/intake/score-lead.ts";
import { LIMITS } from "#shared/limits.ts";

const moment = new Date("2026-11-20T09:00:00.000Z");
const options = { ownAddresses: [], rules: SAMPLE_MAIL_RULES, model: shippedModel };
const ruleset = compileRuleset(SAMPLE_RULES.map((rule, index) => ({ ...rule, id: String(index + 1) })));

test("the analysis finds every lead in its message, with who wrote it and as warm as planned", async () => {
  for (const lead of sampleLeads().email) {
    const { fields, warm } = lead;
    const analysed = await analyseEmail(sampleMail(lead, moment), options);
    const { name, email, phone } = analysed.kept;
    const { company = "", industry = "", title = "", notes = "" } = emailLead(analysed).fields;
    const { facts } = emailLead(analysed);
    const { score } = scoreTexts(leadTexts({ company, industry, title, notes, email, facts }), ruleset, 0);
    expect({
      isLead: analysed.verdict.isLead,
      name,
      email,
      phone,
      warm: score >= LIMITS.qualificationThreshold.default,
    }).toEqual({ isLead: true, name: fields.name, email: fields.email, phone: fields.phone ?? "", warm });
  }
});

test.each(OTHER_MAIL)("“$subject” is no lead, with a reason", async (mail) => {
  const { verdict } = await analyseEmail(mailText(mail, mail.text, moment), options);
  expect(verdict).toMatchObject({ isLead: false, reason: expect.stringMatching(/\w/u) as string });
});

test.each(REPLIES)("the answer “$subject” asks for nothing", async ({ subject, text }) => {
  const mail = mailText({ from: '"Ada Lovelace" <ada@analytical.example>', subject }, `${text}\n\nAda Lovelace`, null);
  expect((await analyseEmail(mail, options)).verdict.isLead).toBe(false);
});
