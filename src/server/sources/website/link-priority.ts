import type { ScrapeTargetType } from "#shared/contract/scrape-target.ts";
import type { PageLink } from "#server/sources/website/extract/page-reading.ts";
import { PRIORITIES, type Priority } from "#server/sources/website/frontier.ts";

/**
 * When a link is followed: on a website the pages that say who is behind it come first; in a directory the further pages
 * of the listing, and what is said of its publisher last.
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
