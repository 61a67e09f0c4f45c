import { LIMITS } from "#shared/limits.ts";

const PARAMETERS = 8;
const FOLDERS = 12;
const REPEATED_FOLDER = 3;

const FILE =
  /\.(?:pdf|docx?|xlsx?|pptx?|odt|ods|odp|rtf|epub|zip|rar|7z|t?gz|tar|bz2|exe|msi|dmg|apk|iso|jpe?g|png|gif|webp|avif|svg|ico|bmp|tiff?|mp[34]|m4[av]|avi|mov|wmv|webm|og[gv]|wav|flac|css|m?js|json|xml|rss|atom|woff2?|ttf|eot|ics|txt|csv)$/iu;
const DATE = /(?:^|[/=_-])(?:19|20)\d\d[-/_]?(?:0?[1-9]|1[0-2])(?:[-/_]?\d{1,2})?(?:$|[/&_-])/u;
const CALENDAR =
  /calend|kalend|agenda|termine|veranstaltung|events?(?:[/?_-]|$)|[?&](?:month|monat|mois|year|jahr|week|day|date|datum|cal\w*)=/iu;
const CALENDAR_PARAMETERS =
  /[?&](?:month|monat|mois|mes)=.*[?&](?:year|jahr|annee|ano)=|[?&](?:year|jahr|annee|ano)=.*[?&](?:month|monat|mois|mes)=/iu;
const ACT =
  /(?:^|[/?&=_-])(?:delete|remove|logout|log-?out|sign-?out|abmelden|unsubscribe|add[-_]?to[-_]?(?:cart|basket|wishlist)|wp-(?:login|admin|json)|replytocom|xmlrpc)(?:$|[/?&=._-])/iu;

/**
 * Why a URL should be skipped, for the user; null for an ordinary page. Skips endless URL spaces (calendars, repeating
 * paths), files, and links that trigger actions.
 */
export function trapIn(url: URL): string | null {
  const place = url.pathname + url.search;
  if (url.href.length > LIMITS.scrapeTarget.urlLength) return "Its address is too long.";
  if (FILE.test(url.pathname)) return "It's a file, not a page.";
  if (ACT.test(place)) return "Opening it would trigger an action.";
  if (CALENDAR_PARAMETERS.test(url.search) || (CALENDAR.test(place) && DATE.test(place))) {
    return "It's part of an endless calendar.";
  }
  const folders = url.pathname.split("/").filter((folder) => folder !== "");
  if (folders.length > FOLDERS || mostFrequent(folders) >= REPEATED_FOLDER) return "Its address goes in circles.";
  if (url.search.split("&").length > PARAMETERS) return "Its address has too many parameters.";
  return null;
}

/** The URL's template: its address without numbers and parameter values. */
export function shapeOf(url: URL): string {
  const path = url.pathname.replace(/\d+/gu, "0");
  const names =
    url.search === ""
      ? []
      : url.search
          .slice(1)
          .split("&")
          .map((parameter) => parameter.split("=", 1)[0] ?? "");
  return `${url.hostname}${path}?${names.toSorted().join("&")}`;
}

function mostFrequent(folders: readonly string[]): number {
  const times = new Map<string, number>();
  for (const folder of folders) times.set(folder, (times.get(folder) ?? 0) + 1);
  return Math.max(0, ...times.values());
}
