import { hash } from "node:crypto";
import type { ScrapeTargetType } from "#shared/contract/scrape-target.ts";
import { type Fact, LEAD_TEXT_FIELDS, type RawLead } from "#shared/raw-lead.ts";
import { isFreeMailDomain, registrableDomain } from "#server/reading/domains.ts";
import { EXTRACTOR_VERSION } from "#server/sources/website/extract/extractor-version.ts";
import {
  complete,
  copyOf,
  isSameRecord,
  nameKey,
  phoneKey,
  recordKeys,
} from "#server/sources/website/extract/merge-records.ts";
import type { PageReading, PageRecord } from "#server/sources/website/extract/page-reading.ts";

/** Row keys are indexed, and an index of PostgreSQL holds no entry beyond some 2,700 bytes. */
const LONGEST_KEY = 300;
const PAGES_KEPT = 10;

export interface SiteLeads {
  leads: RawLead[];
  /** By the address of the page. */
  rowKeys: Map<string, string[]>;
}

interface Known {
  record: PageRecord;
  pages: { url: string; title: string }[];
}

/**
 * Gathers the records of a site's pages: who is named on several of them becomes one lead, which further pages
 * complete. Of each record only its own text is kept, so that thousands of pages fit.
 */
export class SiteRecords {
  readonly #site: string;
  readonly #type: ScrapeTargetType;
  readonly #byKey = new Map<string, Known>();
  readonly #siteNames = new Map<string, number>();
  readonly #onPage = new Map<string, Set<Known>>();
  readonly #siteName: string | undefined;

  /**
   * `siteUrl` is where the target begins: its registrable domain, for an IP address that and the port, is the site. What
   * most pages call it is its name, unless some of them are read again and all of them once called it `siteName`.
   */
  constructor(siteUrl: string, type: ScrapeTargetType, siteName?: string) {
    this.#siteName = siteName;
    const url = URL.parse(siteUrl);
    this.#site = registrableDomain(url?.hostname ?? "") ?? url?.host ?? siteUrl;
    this.#type = type;
  }

  /** Takes in what one page gave. */
  add(pageUrl: string, { records, title, siteName }: Pick<PageReading, "records" | "title" | "siteName">): void {
    if (siteName !== "") this.#siteNames.set(siteName, (this.#siteNames.get(siteName) ?? 0) + 1);
    const page = { url: pageUrl, title };
    const named = records.map((record) => this.#addRecord(record, page));
    if (named.length > 0) this.#onPage.set(pageUrl, new Set(named));
  }

  #addRecord(record: PageRecord, page: Known["pages"][number]): Known {
    let known = recordKeys(record)
      .map((key) => this.#byKey.get(key))
      .find((candidate) => candidate !== undefined && isSameRecord(candidate.record, record));
    if (known === undefined) known = { record: copyOf(record), pages: [page] };
    else {
      complete(known.record, record);
      if (known.pages.length < PAGES_KEPT && !known.pages.some(({ url }) => url === page.url)) known.pages.push(page);
    }
    for (const key of recordKeys(known.record)) if (!this.#byKey.has(key)) this.#byKey.set(key, known);
    return known;
  }

  /** One lead for each person or organisation, and the row keys of those that each page names. */
  leads(): SiteLeads {
    const siteName = this.#siteName ?? (this.#type === "website" ? this.#commonName() : "");
    const leads = new Map<Known, RawLead>();
    const rowKeys = new Map<string, string[]>();
    for (const [page, named] of this.#onPage) {
      const keys = [...named].map((known) => {
        const lead = leads.get(known) ?? this.#leadOf(known, siteName);
        leads.set(known, lead);
        return lead.rowKey;
      });
      rowKeys.set(page, keys);
    }
    return { leads: [...leads.values()], rowKeys };
  }

  #commonName(): string {
    let [best, count] = ["", 0];
    for (const [name, times] of this.#siteNames) if (times > count) [best, count] = [name, times];
    return best;
  }

  #leadOf({ record, pages }: Known, siteName: string): RawLead {
    const [page] = pages;
    const url = page?.url ?? "";
    const isOfSite = record.email === "" || this.#isOwnAddress(record.email);
    const company = record.company !== "" || !isOfSite ? record.company : siteName;
    const name = record.name !== "" || record.kind === "person" ? record.name : company;
    const given = { ...record, name, company, scrapeUrl: url, notes: "" };
    const fields: RawLead["fields"] = {};
    const methods: NonNullable<RawLead["methods"]> = {};
    for (const field of LEAD_TEXT_FIELDS) {
      if (given[field] === "") continue;
      fields[field] = given[field];
      methods[field] = field === "scrapeUrl" || field === "notes" ? "markup" : (record.methods[field] ?? "text");
    }
    return {
      rowKey: this.#rowKey({ ...record, company }),
      contentHash: hashOf({ ...record, company }),
      locator: url,
      fields,
      methods,
      facts: factsOf(record, page?.title ?? ""),
      raw: { ...record, pages: pages.map((one) => one.url), siteName },
      readBy: EXTRACTOR_VERSION,
      sourceData: { site: this.#site, page: url, pageTitle: page?.title ?? "", evidence: record.evidence },
    };
  }

  #isOwnAddress(email: string): boolean {
    const domain = email.slice(email.lastIndexOf("@") + 1);
    return registrableDomain(domain) === this.#site || isFreeMailDomain(domain);
  }

  /**
   * The same on every page and in every run: the site with the e-mail, else the phone and name, for colleagues share a
   * switchboard, else the name and company.
   */
  #rowKey({ email, phone, name, company, url }: PageRecord): string {
    const own =
      email !== ""
        ? `email:${email.toLowerCase()}`
        : phoneKey(phone) !== ""
          ? `phone:${phoneKey(phone)}:${nameKey(name)}`
          : `name:${nameKey(name)}:${nameKey(company)}${name + company === "" ? url : ""}`;
    // Rows of all sources without a record share their keys.
    const key = `website:${this.#site}:${own}`;
    return key.length <= LONGEST_KEY
      ? key
      : `website:${this.#site.slice(0, 100)}:hash:${hash("sha256", key).slice(0, 32)}`;
  }
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

/** Of what the record says, not of where: a record that moves to another page stays the same. */
function hashOf({
  kind,
  name,
  title,
  company,
  email,
  phone,
  address,
  url,
  industry,
  description,
  further,
}: PageRecord): string {
  const others = further.map(({ label, value }) => `${label}:${value}`).toSorted();
  return hash(
    "sha256",
    JSON.stringify([kind, name, title, company, email, phone, address, url, industry, description, others]),
  ).slice(0, 32);
}
