import type { ScrapeTargetType } from "#shared/contract/scrape-target.ts";
import type { PageLink } from "#server/pipeline/sources/website/extract/page-reading.ts";
import { PRIORITIES, type Priority } from "#server/pipeline/sources/website/frontier.ts";

/**
 * A link's crawl priority. On a website, pages about the people behind it come first; in a directory, further listing
 * pages come first and pages about its publisher last.
 */
export function priorityOf({ kind, isNext }: Pick<PageLink, "kind" | "isNext">, type: ScrapeTargetType): Priority {
  if (type === "directory") {
    if (isNext) return PRIORITIES.next;
    if (kind === "listing") return PRIORITIES.listing;
    return kind === "other" ? PRIORITIES.other : PRIORITIES.last;
  }
  if (kind === "contact" || kind === "imprint" || kind === "team" || kind === "about") return PRIORITIES.wanted;
  if (kind === "privacy") return PRIORITIES.last;
  return PRIORITIES.other;
}
