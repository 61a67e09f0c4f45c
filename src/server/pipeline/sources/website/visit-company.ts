import type { CompanyFact } from "#shared/contract/leads/company-site.ts";
import { LIMITS } from "#shared/limits.ts";
import { registrableDomain } from "#server/pipeline/text/domains.ts";
import type { Crawl } from "#server/pipeline/sources/website/crawl.ts";
import type { CrawledPage, CrawlJob } from "#server/pipeline/sources/website/crawl-job.ts";
import { companyFacts, type CompanyPage } from "#server/pipeline/sources/website/extract/company/company-facts.ts";
import { PRIORITIES } from "#server/pipeline/sources/website/frontier.ts";
import { DISALLOWED } from "#server/pipeline/sources/website/unread-page.ts";

export interface CompanyVisit {
  domain: string;
  userAgent: string;
  /** Aborts the visit, which then rejects with its reason. */
  signal: AbortSignal;
}

/** What was found, or why the website couldn't be read. */
export type VisitedCompany =
  | { facts: CompanyFact[]; failure: null }
  /** In a sentence for the user; `mayPass` if a later visit may succeed. */
  | { facts: null; failure: string; mayPass: boolean };

/** Starts a crawl; the caller closes it. */
type Begin = (job: CrawlJob) => { crawl: Crawl; close: () => Promise<unknown> };

const { imprint, contact, about } = {
  imprint: PRIORITIES.wanted,
  contact: PRIORITIES.listing,
  about: PRIORITIES.other,
};
/** Statuses of requests that may be answered another time. */
const TEMPORARY: ReadonlySet<number> = new Set([408, 425, 429]);

/** Reads a few pages of a company's website. Site errors don't throw; only the signal does. */
export async function visitCompany(
  visit: CompanyVisit,
  begin: Begin,
  startPagesOf: (domain: string) => string[] = startPages,
): Promise<VisitedCompany> {
  let visited: VisitedCompany | null = null;
  for (const url of startPagesOf(visit.domain)) {
    const found: { pages: CompanyPage[]; first: CrawledPage | null } = await crawled(url, visit, begin);
    visited = resultOf(visit.domain, found);
    // Another address helps only where nothing answered.
    if (visited.failure === null || !visited.mayPass || found.first?.page.status !== null) break;
  }
  return visited ?? { facts: null, failure: `${visit.domain} has no address.`, mayPass: false };
}

function startPages(domain: string): string[] {
  return [`https://${domain}/`, `https://www.${domain}/`, `http://${domain}/`];
}

async function crawled(
  url: string,
  { domain, userAgent, signal }: CompanyVisit,
  begin: Begin,
): Promise<{ pages: CompanyPage[]; first: CrawledPage | null }> {
  const { crawl, close } = begin({
    url,
    type: "website",
    selectors: {},
    maxPages: LIMITS.companySites.pages,
    maxDepth: 1,
    renderScripts: true,
    known: new Map(),
    company: {
      priorityOf: ({ kind }) =>
        kind === "imprint" ? imprint : kind === "contact" ? contact : kind === "about" ? about : null,
      pageOf: (priority) =>
        priority === imprint ? "imprint" : priority === contact ? "contact" : priority === about ? "about" : "other",
      refusalToMove: (next) =>
        isSameCompany(next.hostname, domain) ? null : `${domain} redirects to ${next.hostname}.`,
    },
    userAgent,
    signal,
  });
  const pages: CompanyPage[] = [];
  let first: CrawledPage | null = null;
  try {
    for await (const page of crawl.pages()) {
      first ??= page;
      if (page.reading?.company !== undefined) pages.push({ url: page.page.url, hints: page.reading.company });
    }
  } finally {
    await close();
  }
  return { pages, first };
}

function resultOf(
  domain: string,
  { pages, first }: { pages: CompanyPage[]; first: CrawledPage | null },
): VisitedCompany {
  if (pages.length > 0 || first === null) return { facts: companyFacts(pages), failure: null };
  const { status, note, outcome } = first.page;
  if (note === DISALLOWED) return { facts: null, failure: `${domain} doesn't allow crawlers.`, mayPass: false };
  const isMoved = note.startsWith(`${domain} redirects`);
  return {
    facts: null,
    failure: isMoved ? note : `${domain} couldn't be read. ${note}`,
    mayPass: !isMoved && (status === null || (outcome === "failed" && (status >= 500 || TEMPORARY.has(status)))),
  };
}

/** Companies redirect to another country's domain of the same name, and addresses for sale to someone else's. */
function isSameCompany(host: string, domain: string): boolean {
  return nameOf(host) === nameOf(domain);
}

function nameOf(host: string): string {
  return (registrableDomain(host) ?? host).split(".")[0] ?? "";
}
