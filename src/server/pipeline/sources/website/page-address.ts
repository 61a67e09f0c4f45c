/** Tracking and session parameters, which do not change the page. */
const NOT_THE_PAGE =
  /^(?:utm_\w+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|yclid|twclid|ttclid|igshid|mc_[ce]id|_ga|_gl|_hs\w+|hs\w+tracking|mkt_tok|vero_\w+|oly_\w+_id|phpsessid|jsessionid|aspsessionid\w*|cfid|cftoken|sessionid|session_id|osc?sid|zenid)$/iu;
const SESSION_ID = /^[0-9a-f]{16,}$/iu;
const INDEX_PAGE = /\/(?:index|default|home)\.(?:html?|php\d?|aspx?|jsp|cgi|shtml)$/iu;

/**
 * Normalizes a page's URL for fetching: no fragment, credentials, tracking or session parameters. The other parameters
 * keep their order and spelling. Null if it is not a page URL.
 */
export function pageAddress(address: string, base?: string): URL | null {
  const url = URL.parse(address, base);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return null;
  url.hash = "";
  url.username = "";
  url.password = "";
  url.pathname = url.pathname.replace(/;jsessionid=[^/;]*/giu, "");
  if (url.search !== "") {
    const kept = url.search.slice(1).split("&").filter(isOfPage);
    // Includes the question mark, because the setter strips one from its value.
    url.search = kept.length === 0 ? "" : `?${kept.join("&")}`;
  }
  return url;
}

/**
 * Key for comparing page URLs; ignores `http` or `https`, `www.`, `index.html`, a trailing slash and parameter order.
 */
export function pageKey(url: URL): string {
  const host = url.host.replace(/^www\.(?=[^:])/u, "");
  const path = url.pathname
    .replace(INDEX_PAGE, "/")
    .replace(/\/{2,}/gu, "/")
    .replace(/\/$/u, "");
  const parameters = url.search === "" ? "" : `?${url.search.slice(1).split("&").toSorted().join("&")}`;
  return `${host}${path}${parameters}`;
}

function isOfPage(parameter: string): boolean {
  const [name = "", value = ""] = parameter.split("=", 2);
  if (parameter === "" || NOT_THE_PAGE.test(name)) return false;
  return !(/^s(?:id)?$/iu.test(name) && SESSION_ID.test(value));
}
