import { expect, test } from "vitest";
import { sampleLeads, type SampleLead } from "#server/demo/sample-leads.ts";
import { SAMPLE_RULES } from "#server/demo/sample-rules.ts";
import { siteOfLead, sitePages, SITES } from "#server/demo/sample-sites.ts";
import { leadTexts } from "#server/intake/lead-text.ts";
import { compileRuleset } from "#server/intake/ruleset.ts";
import { scoreTexts } from "#server/intake/score-lead.ts";
import { extractPage } from "#server/sources/website/extract/extract-page.ts";
import { SiteRecords } from "#server/sources/website/extract/raw-lead.ts";
import { LIMITS } from "#shared/limits.ts";
import type { RawLead } from "#shared/raw-lead.ts";

const { website } = sampleLeads();
const ruleset = compileRuleset(SAMPLE_RULES.map((rule, index) => ({ ...rule, id: String(index + 1) })));

function isWarm({ fields, facts }: RawLead): boolean {
  const { company = "", industry = "", title = "", notes = "", email = "" } = fields;
  const { score } = scoreTexts(leadTexts({ company, industry, title, notes, email, facts }), ruleset, 0);
  return score >= LIMITS.qualificationThreshold.default;
}

function told({ fields }: Pick<SampleLead, "fields">): Partial<RawLead["fields"]> {
  const { name = fields.company, email, company, title, phone } = fields;
  return {
    ...(name !== undefined && { name }),
    ...(email && { email }),
    ...(company && { company }),
    ...(title && { title }),
    ...(phone && { phone }),
  };
}

test.each(SITES)("the pages of the $name tell of its leads and of nobody else", (site) => {
  const leads = website.filter((_, number) => siteOfLead(number) === site.name);
  const records = new SiteRecords("http://127.0.0.1:8080/", site.target.type);
  const pages = sitePages(site, leads);
  for (const [path, html] of pages) {
    const url = `http://127.0.0.1:8080/${path}`;
    if (path.endsWith(".html")) records.add(url, extractPage({ html, url, type: site.target.type, selectors: null }));
  }
  const found = records.leads().leads;
  const sorted = (list: object[]): string[] => list.map((one) => JSON.stringify(one)).toSorted();
  expect(sorted(found.map((lead) => ({ ...told(lead), warm: isWarm(lead) })))).toEqual(
    sorted(leads.map((lead) => ({ ...told(lead), warm: lead.warm }))),
  );
  expect(found.length).toBeGreaterThan(80);
});

test("a site that lists nobody yet has its pages", () => {
  for (const site of SITES) {
    expect([...sitePages(site, []).keys()]).toContain(`${site.path}index.html`);
  }
});
