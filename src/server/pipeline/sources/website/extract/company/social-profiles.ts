import { nameKey } from "#server/pipeline/sources/website/extract/merge-records.ts";

/** Paths of company profiles by network; the group is the profile's name. Shared links and posts have other paths. */
const NETWORKS: readonly (readonly [host: RegExp, path: RegExp])[] = [
  [/(?:^|\.)linkedin\.com$/u, /^\/(?:company|school|showcase)\/([^/]+)\/?/u],
  [/(?:^|\.)xing\.com$/u, /^\/(?:pages|companies|company)\/([^/]+)\/?$/u],
  [
    /(?:^|\.)(?:facebook|fb)\.com$/u,
    /^\/(?!(?:sharer?|dialog|plugins|tr|events?|groups?|hashtag|login|policy|privacy|help|photos?|watch|story|people|profile|home|share|sharer|permalink|media|v\d)(?:[./]|$))((?:pages\/[^/]+\/\d+)|(?:p\/[^/]+)|(?:pg\/)?[\p{L}\d.%-]{3,})\/?$/u,
  ],
  [/(?:^|\.)instagram\.com$/u, /^\/(?!(?:p|reel|reels|explore|stories|accounts|tv)(?:\/|$))([\w.]{2,})\/?$/u],
  [
    /(?:^|\.)(?:twitter|x)\.com$/u,
    /^\/(?!(?:intent|share|home|search|hashtag|i|login|privacy|tos)(?:\/|$))@?(\w{2,15})\/?$/u,
  ],
  [/(?:^|\.)youtube\.com$/u, /^\/((?:@|c\/|user\/|channel\/)[^/]+)\/?/u],
  [/(?:^|\.)tiktok\.com$/u, /^\/(@[\w.]+)\/?$/u],
  [/(?:^|\.)github\.com$/u, /^\/(?!(?:features|login|sponsors|topics)(?:\/|$))([\w-]+)\/?$/u],
  [/(?:^|\.)pinterest\.\w+$/u, /^\/(?!(?:pin)(?:\/|$))(\w{3,})\/?$/u],
];
/** Accounts of the networks themselves and of templates. */
const PLACEHOLDERS =
  /^(?:#|facebook|twitter|instagram|linkedin|youtube|wordpress(?:dotcom)?|wix|squarespace|shopify|weebly|jimdo|your\w*|username|example|envato|themeforest|pages)$/iu;

/**
 * The company's profiles among a page's links, one for each network. Of several on a network, the one named like the
 * domain, else none, since the others are employees, partners or brands.
 */
export function socialProfiles(hrefs: readonly string[], label: string): string[] {
  const found = new Map<number, Map<string, string>>();
  for (const href of hrefs) {
    const profile = profileOf(href);
    if (profile === null) continue;
    const ofNetwork = found.get(profile.network) ?? new Map<string, string>();
    found.set(profile.network, ofNetwork.set(profile.name, profile.url));
  }
  return [...found]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([, profiles]) => {
      if (profiles.size === 1) return [...profiles.values()];
      const own = [...profiles].filter(([name]) => label.length > 2 && nameKey(name).includes(label));
      return own.length === 1 ? own.map(([, url]) => url) : [];
    });
}

function profileOf(href: string): { network: number; name: string; url: string } | null {
  const url = URL.parse(href.startsWith("//") ? `https:${href}` : href);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return null;
  const host = url.hostname.toLowerCase();
  const network = NETWORKS.findIndex(([hosts]) => hosts.test(host));
  const found = NETWORKS[network]?.[1].exec(url.pathname);
  const name = found?.[1];
  if (found == null || name === undefined || PLACEHOLDERS.test(name)) return null;
  const path = found[0].replace(/\/$/u, "");
  return { network, name: name.toLowerCase(), url: `https://${host}${path}` };
}
