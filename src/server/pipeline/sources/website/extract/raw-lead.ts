import { hash } from "node:crypto";
import { LEAD_TEXT_FIELDS, type LeadTextField } from "#shared/lead-fields.ts";
import type { Fact, RawLead } from "#shared/raw-lead.ts";
import { companyOfDomain, isFreeMailDomain, registrableDomain } from "#server/pipeline/text/domains.ts";
import { isRoleAddress } from "#shared/text/role-address.ts";
import { EXTRACTOR_VERSION } from "#server/pipeline/sources/website/extract/extractor-version.ts";
import { nameKey, phoneKey, RecordMerger } from "#server/pipeline/sources/website/extract/merge-records.ts";
import { nameAffinity } from "#server/pipeline/sources/website/extract/text/name-affinity.ts";
import {
  type NamedPerson,
  type PageReading,
  type PageRecord,
  RECORD_FIELDS,
} from "#server/pipeline/sources/website/extract/page-reading.ts";

/** Row keys are indexed, and a PostgreSQL index entry is limited to about 2,700 bytes. */
const LONGEST_KEY = 300;
const PAGES_KEPT = 10;
const MOST_PEOPLE = 5_000;

export interface SiteLeads {
  leads: RawLead[];
  rowKeys: Map<string, string[]>;
}

type PageGiven = Pick<PageReading, "records" | "title" | "siteName" | "siteDomains" | "people" | "isTopic">;

interface Page {
  url: string;
  title: string;
}

/**
 * Collects the records of a site's pages, merging those of the same person or organization into one lead. Retains only
 * the text of each record so that thousands of pages fit in memory.
 */
export class SiteRecords {
  readonly #site: string;
  /** Domains of the site's email addresses, including its own. */
  readonly #domains = new Set<string>();
  readonly #people = new Map<string, NamedPerson>();
  readonly #merger = new RecordMerger();
  readonly #pages = new Map<PageRecord, Page[]>();
  readonly #siteNames = new Map<string, number>();
  readonly #onPage = new Map<string, Set<PageRecord>>();
  readonly #siteName: string | undefined;

  /**
   * `siteUrl` is the target's URL; the site is its registrable domain, or host and port for an IP address. The site's
   * name is the one most pages use, unless `siteName` is given: when only some pages are read again, it is the name
   * that all pages had.
   */
  constructor(siteUrl: string, siteName?: string) {
    this.#siteName = siteName;
    const url = URL.parse(siteUrl);
    this.#site = registrableDomain(url?.hostname ?? "") ?? url?.host ?? siteUrl;
    this.#domains.add(this.#site);
  }

  add(pageUrl: string, { records, title, siteName, siteDomains, people, isTopic }: PageGiven): void {
    for (const domain of siteDomains) this.#domains.add(domain);
    for (const person of people) if (this.#people.size < MOST_PEOPLE) this.#people.set(nameKey(person.name), person);
    if (siteName !== "")
      this.#siteNames.set(siteName, (this.#siteNames.get(siteName) ?? 0) + (isTopic === true ? 0.5 : 1));
    const named = records.map((record) => this.#merger.add(record));
    for (const record of named) {
      const pages = this.#pages.get(record) ?? [];
      this.#pages.set(record, pages);
      if (pages.length < PAGES_KEPT && !pages.some(({ url }) => url === pageUrl)) pages.push({ url: pageUrl, title });
    }
    if (named.length > 0) this.#onPage.set(pageUrl, new Set(named));
  }

  /** Returns one lead per person or organization, and the row keys of the leads on each page. */
  leads(): SiteLeads {
    const siteName = this.#siteName ?? this.#commonName();
    const isOfSite = this.#membersOf(siteName);
    for (const record of this.#pages.keys()) this.#nameOwner(record);
    const leads = new Map<PageRecord, RawLead>();
    const rowKeys = new Map<string, string[]>();
    for (const [page, named] of this.#onPage) {
      const keys = [...named].map((record) => {
        const lead = leads.get(record) ?? this.#leadOf(record, siteName, isOfSite);
        leads.set(record, lead);
        return lead.rowKey;
      });
      rowKeys.set(page, keys);
    }
    return { leads: [...leads.values()], rowKeys };
  }

  #commonName(): string {
    let [best, count] = ["", 0.5];
    for (const [name, times] of this.#siteNames) if (times > count) [best, count] = [name, times];
    return best;
  }

  /**
   * Returns whether a record's address belongs to the site: by its domain, and on a site that isn't a directory also
   * without an address, with a free mailbox, or with a domain that others of the site have as well.
   */
  #membersOf(siteName: string): (email: string) => boolean {
    const records = [...this.#pages.keys()];
    const others = records.filter(({ company }) => company !== "" && nameKey(company) !== nameKey(siteName));
    const isDirectory = others.length * 2 >= records.length;
    const ofDomain = Map.groupBy(records, ({ email }) => domainOf(email));
    return (email) => {
      const domain = domainOf(email);
      if (this.#domains.has(domain)) return true;
      return !isDirectory && (email === "" || isFreeMailDomain(domain) || (ofDomain.get(domain)?.length ?? 0) > 1);
    };
  }

  /** Assigns a name found on another page to an unnamed address, if exactly one matches. */
  #nameOwner(record: PageRecord): void {
    const { email, name, company } = record;
    if (email === "" || isRoleAddress(email) || (record.kind === "person" && name !== "")) return;
    const owners = [...this.#people.values()].filter((person) => nameAffinity(person.name, email) >= 2);
    const [owner] = owners;
    if (owner === undefined || owners.length > 1 || (name !== "" && nameKey(name) !== nameKey(company))) return;
    Object.assign(record, {
      kind: "person",
      name: owner.name,
      title: record.title === "" ? owner.title : record.title,
    });
  }

  #leadOf(record: PageRecord, siteName: string, isMember: (email: string) => boolean): RawLead {
    const pages = this.#pages.get(record) ?? [];
    const [page] = pages;
    const url = page?.url ?? "";
    const isOfSite = isMember(record.email);
    const stated = isOfSite && this.#isGuess(record) && siteName !== "" ? "" : record.company;
    const company = stated !== "" || !isOfSite ? stated : siteName;
    const isUnnamed = record.name === "" || (stated === "" && record.name === record.company);
    const name = isUnnamed && record.kind === "organisation" ? company : record.name;
    const { email, phone, title, industry } = record;
    const given: Partial<Record<LeadTextField, string>> = {
      name,
      email,
      company,
      industry,
      title,
      phone,
      scrapeUrl: url,
    };
    const fields: RawLead["fields"] = {};
    const methods: NonNullable<RawLead["methods"]> = {};
    const methodOf: NonNullable<RawLead["methods"]> = record.methods;
    for (const field of LEAD_TEXT_FIELDS) {
      const value = given[field];
      if (value === undefined || value === "") continue;
      fields[field] = value;
      methods[field] = field === "scrapeUrl" ? "markup" : (methodOf[field] ?? "text");
    }
    return {
      rowKey: this.#rowKey({ ...record, company }),
      contentHash: hashOf({ ...record, company }),
      locator: url,
      fields,
      methods,
      ...(name === "" && { isNameless: true }),
      facts: factsOf(record, page?.title ?? ""),
      raw: { ...record, pages: pages.map((one) => one.url), siteName },
      readBy: EXTRACTOR_VERSION,
      sourceData: { site: this.#site, page: url, pageTitle: page?.title ?? "", evidence: record.evidence },
    };
  }

  /** Whether a company name only spells the address's domain; the site's own name takes precedence over it. */
  #isGuess({ email, company }: PageRecord): boolean {
    return company !== "" && email !== "" && company === companyOfDomain(email.slice(email.lastIndexOf("@") + 1));
  }

  /**
   * A key that is stable across pages and runs: the site with the email; else with phone and name, because colleagues
   * share a switchboard; else with name and company.
   */
  #rowKey({ email, phone, name, company, url }: PageRecord): string {
    const own =
      email !== ""
        ? `email:${email.toLowerCase()}`
        : phoneKey(phone) !== ""
          ? `phone:${phoneKey(phone)}:${nameKey(name)}`
          : `name:${nameKey(name)}:${nameKey(company)}${name + company === "" ? url : ""}`;
    // Includes the site, because leads of all sources without a record share one key space.
    const key = `website:${this.#site}:${own}`;
    return key.length <= LONGEST_KEY
      ? key
      : `website:${this.#site.slice(0, 100)}:hash:${hash("sha256", key).slice(0, 32)}`;
  }
}

/** Empty without an address. */
function domainOf(email: string): string {
  const domain = email.slice(email.lastIndexOf("@") + 1);
  return registrableDomain(domain) ?? domain;
}

function factsOf({ address, url, description, further }: PageRecord, title: string): Fact[] {
  const facts: Fact[] = [
    { name: "Address", value: address },
    { name: "Website", value: url },
    ...further.map(({ label, value }) => ({ name: label, value })),
    { name: "Page title", value: title },
    { name: "Description", value: description },
  ];
  return facts.filter(({ value }) => value !== "");
}

/** Hash of a record's content, not its location, so moving to another page does not change it. */
function hashOf(record: PageRecord): string {
  const others = record.further.map(({ label, value }) => `${label}:${value}`).toSorted();
  const fields = RECORD_FIELDS.map((field) => record[field]);
  return hash("sha256", JSON.stringify([record.kind, ...fields, others])).slice(0, 32);
}
