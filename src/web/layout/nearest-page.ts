import { editDistance } from "#shared/text/edit-distance.ts";
import { type Page, PAGES } from "#shared/pages.ts";

/**
 * The page most similar to an unknown URL: "/rules-keywords" gives "/rules". A shared prefix counts most, then edit
 * distance. Falls back to the dashboard.
 */
export function nearestPage(pathname: string): Page {
  const asked = pathname.toLowerCase().replace(/\/+$/, "") || "/";
  const { dashboard, ...others } = PAGES;
  let nearest: Page = dashboard;
  let best = Infinity;
  for (const page of Object.values(others)) {
    const isPrefix = asked.startsWith(page.path) || (asked.length > 2 && page.path.startsWith(asked));
    const distance = isPrefix ? 0 : editDistance(asked, page.path);
    if (distance < best && (isPrefix || distance <= page.path.length / 2)) {
      best = distance;
      nearest = page;
    }
  }
  return nearest;
}
