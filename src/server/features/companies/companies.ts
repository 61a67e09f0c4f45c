import { cutWhole } from "#shared/text/cut-whole.ts";
import type { Company } from "#shared/contract/leads/lead.ts";
import { fieldWords } from "#shared/field-words.ts";
import type { StoredLead } from "#shared/lead-record.ts";
import { LIMITS } from "#shared/limits.ts";
import { notFound } from "#server/platform/errors.ts";
import { domainOfKey, type CompanyLead } from "#server/db/leads/lead-company.ts";
import { sortKeyOf } from "#server/db/leads/search-text.ts";
import { companyOfDomain, isFreeMailDomain } from "#server/pipeline/text/domains.ts";
import { companySite } from "#server/features/companies/company-site.ts";
import type { Workspace } from "#server/workspace.ts";

const OWN_FIELDS = ["company", "industry", "scrapeUrl"] as const;
const { read, shown, values, facts: mostFacts } = LIMITS.company;

/** The key of a lead's company: its work domain, else its name; null without either. */
export function companyKeyOf({ emailKey, company }: Pick<StoredLead, "emailKey" | "company">): string | null {
  const domain = emailKey?.slice(emailKey.lastIndexOf("@") + 1) ?? "";
  if (domain !== "" && !isFreeMailDomain(domain)) return `@${domain}`;
  const name = sortKeyOf(company);
  // A name that begins like a domain's key would mean that.
  return name === "" || name.startsWith("@") ? null : name;
}

/** The leads of a company, best first, and what they say about it. Throws not_found without any, or for free mail. */
export async function readCompany(workspace: Pick<Workspace, "store">, key: string): Promise<Company> {
  const { store } = workspace;
  const upTo = LIMITS.list.exactCountUpTo;
  if (key.startsWith("@") && isFreeMailDomain(key.slice(1))) throw notFound("company");
  const [totals, leads, site] = await Promise.all([
    store.leads.companyTotals(key, upTo + 1),
    store.leads.companyLeads(key, read),
    key.startsWith("@") ? companySite(workspace, domainOfKey(key)) : null,
  ]);
  const count = totals.reduce((sum, total) => sum + total.count, 0);
  if (count === 0) throw notFound("company");
  const [name = (key.startsWith("@") ? companyOfDomain(key.slice(1)) : null) ?? key] = commonest(
    leads.map(({ company }) => company),
  );
  return {
    key,
    name,
    count: Math.min(count, upTo),
    exact: count <= upTo,
    bestScore: Math.max(...totals.map(({ best }) => best)),
    statuses: Object.fromEntries(totals.map((total) => [total.status, total.count])),
    facts: factsOf(leads),
    ...(site !== null && { site }),
    leads: leads
      .slice(0, shown)
      .map(({ id, name: called, email, title, status, score }) => ({ id, name: called, email, title, status, score })),
  };
}

function factsOf(leads: readonly CompanyLead[]): Company["facts"] {
  const own = OWN_FIELDS.map((field) => ({
    name: fieldWords(field),
    values: commonest(leads.map((lead) => lead[field])).slice(0, values),
  }));
  // What only one lead says is about that person.
  const said = leads.flatMap(({ facts }) => [
    ...new Set(facts.map(({ name, value }) => JSON.stringify([name, value]))),
  ]);
  const shared = Map.groupBy(
    commonest(said, 2).map((text) => JSON.parse(text) as [name: string, value: string]),
    ([name]) => name,
  );
  const others = [...shared].map(([name, pairs]) => ({
    name,
    values: pairs.slice(0, values).map(([, value]) => cutWhole(value, LIMITS.list.factLength)),
  }));
  return [...own.filter((fact) => fact.values.length > 0), ...others.slice(0, mostFacts)];
}

/** The distinct texts given at least so many times, most frequent first. */
function commonest(texts: readonly string[], atLeast = 1): string[] {
  const counts = Map.groupBy(
    texts.filter((text) => text.trim() !== ""),
    (text) => text,
  );
  return [...counts]
    .filter(([, same]) => same.length >= atLeast)
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([text]) => text);
}
