/** How much of a page is searched for a refresh, which is near its start. */
const START = 8_192;
const META = /<meta\b[^>]{0,500}>/giu;
const IS_REFRESH = /http-equiv\s*=\s*["']?\s*refresh/iu;
const ADDRESS = /content\s*=\s*["']?\s*(\d{1,4})(?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?["']?([^"'>\s]+)/iu;
/** Longer delays are meant for readers, and a page that refreshes itself is only updating. */
const MOST_SECONDS = 30;

/** The absolute URL a page redirects to by meta refresh; null if it does not. */
export function refreshTarget(html: string, url: string): string | null {
  for (const [tag] of html.slice(0, START).matchAll(META)) {
    const [, seconds = "", address = ""] = IS_REFRESH.test(tag) ? (ADDRESS.exec(tag) ?? []) : [];
    if (address === "" || Number(seconds) > MOST_SECONDS) continue;
    const target = URL.parse(address.replaceAll("&amp;", "&"), url)?.href ?? null;
    return target === url ? null : target;
  }
  return null;
}
