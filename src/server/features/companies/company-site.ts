import type { CompanySite } from "#shared/contract/leads/company-site.ts";
import { conflict, existing, notFound } from "#server/platform/errors.ts";
import { domainOfKey } from "#server/db/leads/lead-company.ts";
import { readSettings } from "#server/db/read-settings.ts";
import { companyDomains } from "#server/features/companies/company-domains.ts";
import { jobs } from "#server/jobs/queue/job-definitions.ts";
import type { Workspace } from "#server/workspace.ts";

/** What the website of a company's domain says; null for one that isn't a company's. */
export async function companySite(workspace: Pick<Workspace, "store">, domain: string): Promise<CompanySite | null> {
  const { companyFactsOn: isOn } = await readSettings(workspace);
  const site = await workspace.store.companySites.get(domain);
  if (site !== null) {
    const { readAt, failure, facts } = site;
    const isWaiting = site.state === "reading" && !isOn;
    const state = isWaiting ? (readAt === null ? "waiting" : "read") : site.state;
    return { domain, state, readAt, failure, facts, isOn };
  }
  if (!isOn || !(await companyDomains(workspace))(domain)) return null;
  return { domain, state: "waiting", readAt: null, failure: "", facts: [], isOn };
}

/** Has the website of a company with leads read in the background. Throws not_found, and company_facts_off. */
export async function readAgain(workspace: Workspace, key: string): Promise<CompanySite> {
  const domain = domainOfKey(key);
  const hasLeads = key.startsWith("@") && (await workspace.store.leads.companyTotals(key, 1)).length > 0;
  if (!hasLeads || !(await companyDomains(workspace))(domain)) throw notFound("company");
  const { companyFactsOn } = await readSettings(workspace);
  if (!companyFactsOn) throw conflict("company_facts_off", "Company facts are off. Turn them on in Configuration.");
  await workspace.store.companySites.request(domain);
  await workspace.jobs.add(jobs.companyFacts());
  workspace.feed.changed(["leads"]);
  return existing(await companySite(workspace, domain), "company");
}
