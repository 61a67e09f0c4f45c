import type { NewScrapeTarget } from "#shared/contract/scrape-target.ts";
import { LIMITS } from "#shared/limits.ts";
import { COMPANY_PAGES } from "#server/demo/site-markup.ts";
import type { SampleLead } from "#server/demo/sample-leads.ts";

/** A site of the sample: who lists the leads there, how its pages are written, and how the team reads it. */
export interface SampleSite {
  name: SiteName;
  title: string;
  /** Where its list begins, below the site's root. */
  path: string;
  target: Pick<NewScrapeTarget, "type" | "scrapeFrequency" | "maxDepth">;
}

export const SITE_NAMES = ["association", "guild", "suppliers", "exhibitors"] as const;
export type SiteName = (typeof SITE_NAMES)[number];

export const SITES: readonly SampleSite[] = [
  {
    name: "association",
    title: "Trade association of the region",
    path: "members/",
    target: { type: "website", scrapeFrequency: "daily", maxDepth: LIMITS.scrapeTarget.maxDepth.max },
  },
  {
    name: "guild",
    title: "Guild of independent traders",
    path: "",
    target: { type: "website", scrapeFrequency: "daily", maxDepth: LIMITS.scrapeTarget.maxDepth.max },
  },
  {
    name: "suppliers",
    title: "Supplier portal",
    path: "suppliers/",
    target: { type: "directory", scrapeFrequency: "daily", maxDepth: 1 },
  },
  {
    name: "exhibitors",
    title: "Exhibitors of the autumn show",
    path: "exhibitors/",
    target: { type: "directory", scrapeFrequency: "weekly", maxDepth: 1 },
  },
];

/** So many leads in a row are found on one site before the next one has news. */
const IN_A_ROW = 12;
const ENTRIES_A_PAGE = 12;

/** Which site tells of the lead with this number. */
export function siteOfLead(number: number): SiteName {
  return SITE_NAMES[Math.floor(number / IN_A_ROW) % SITE_NAMES.length] ?? "association";
}

/** The site's files by their path once it lists these leads, in the order in which it learned of them. */
export function sitePages({ name, title, path }: SampleSite, leads: readonly SampleLead[]): Map<string, string> {
  const files = new Map([
    ["robots.txt", "User-agent: *\nDisallow: /members-only/\n"],
    ["about.html", page(title, "About us", ABOUT)],
  ]);
  if (path !== "")
    files.set(
      "index.html",
      page(title, title, `<p>Find partners near you.</p><p><a href="/${path}">To the list</a></p>`),
    );
  const { rows, around } = COMPANY_PAGES[name];
  const pages = Math.max(1, Math.ceil(leads.length / ENTRIES_A_PAGE));
  for (let number = 1; number <= pages; number += 1) {
    const shown = leads.slice((number - 1) * ENTRIES_A_PAGE, number * ENTRIES_A_PAGE);
    const next = number < pages ? `<p><a rel="next" href="/${path}${fileOf(number + 1)}">Next page</a></p>` : "";
    const heading = number === 1 ? title : `${title}, page ${number}`;
    files.set(`${path}${fileOf(number)}`, page(title, heading, `${around(rows(shown))}${next}`));
  }
  return files;
}

function fileOf(number: number): string {
  return number === 1 ? "index.html" : `page-${number}.html`;
}

/** Nobody of whom it tells is a lead. */
const ABOUT = `<p>We bring companies together. Who is listed here has agreed to it.</p>
<p>Something is wrong with this site? Write to <a href="mailto:webmaster@lists.example">webmaster@lists.example</a>.</p>`;

function page(site: string, title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title><meta property="og:site_name" content="${site}"></head>
<body>
<nav><a href="/">Home</a> <a href="/about.html">About us</a> <a href="/members-only/">For members</a></nav>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
}
