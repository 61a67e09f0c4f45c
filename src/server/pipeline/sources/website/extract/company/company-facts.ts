import type { CompanyFact, CompanyFactKind } from "#shared/contract/leads/company-site.ts";
import { COMPANY_FACTS } from "#shared/contract/leads/company-site.ts";
import type { CompanyHint } from "#server/pipeline/sources/website/extract/company/read-company.ts";
import { nameKey, phoneKey } from "#server/pipeline/sources/website/extract/merge-records.ts";

/** What one page of a company's website says about it. */
export interface CompanyPage {
  url: string;
  hints: readonly CompanyHint[];
}

/** Weight that a fact needs; less is as likely to be wrong. */
const ENOUGH = 1;
/** What each further page with the same value adds. */
const AGAIN = 0.5;
const MOST_PROFILES = 8;
const LONGEST = 300;

interface Candidate {
  value: string;
  url: string;
  weight: number;
}

/** The facts that a company's pages agree on, each with the page that states it best. */
export function companyFacts(pages: readonly CompanyPage[]): CompanyFact[] {
  const hints = pages.flatMap(({ url, hints: found }) => found.map((one) => ({ ...one, url })));
  return COMPANY_FACTS.flatMap((kind): CompanyFact[] => {
    const candidates = candidatesOf(
      kind,
      hints.filter((one) => one.kind === kind && one.value.length <= LONGEST),
    );
    // The start page's language is the one the company speaks first.
    const most = kind === "social" ? MOST_PROFILES : kind === "language" ? 1 : 0;
    if (most > 0) return candidates.slice(0, most).map(({ value, url }) => ({ kind, value, url }));
    const [best, next] = candidates.toSorted((a, b) => b.weight - a.weight);
    if (best === undefined || best.weight < ENOUGH) return [];
    const isTie = next !== undefined && next.weight === best.weight;
    return isTie && (kind === "size" || kind === "industry") ? [] : [{ kind, value: best.value, url: best.url }];
  });
}

function candidatesOf(kind: CompanyFactKind, hints: readonly (CompanyHint & { url: string })[]): Candidate[] {
  const groups = Map.groupBy(hints, ({ value }) => keyOf(kind, value));
  groups.delete("");
  return [...groups.values()].flatMap((same) => {
    const [best] = same.toSorted((a, b) => b.weight - a.weight);
    const pages = new Set(same.map(({ url }) => url)).size;
    return best === undefined ? [] : [{ value: best.value, url: best.url, weight: best.weight + AGAIN * (pages - 1) }];
  });
}

/** Equal for the same value in another spelling. */
function keyOf(kind: CompanyFactKind, value: string): string {
  if (kind === "phone") return phoneKey(value);
  return kind === "social" ? value.toLowerCase() : nameKey(value);
}
