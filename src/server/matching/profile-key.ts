/** Where the path of an address names one person. */
const PROFILES: readonly { host: RegExp; path: RegExp }[] = [
  { host: /^(?:[a-z]{2}\.)?linkedin\.com$/u, path: /^\/(?:in|pub)\/([^/]+)/u },
  { host: /^xing\.com$/u, path: /^\/(?:profile|profil)\/([^/]+)/u },
  { host: /^github\.com$/u, path: /^\/([^/]+)\/?$/u },
  { host: /^(?:x|twitter)\.com$/u, path: /^\/(\w{2,})\/?$/u },
  { host: /^(?:[a-z-]+\.)?facebook\.com$/u, path: /^\/([\w.]{5,})\/?$/u },
  { host: /^instagram\.com$/u, path: /^\/([\w.]+)\/?$/u },
  { host: /^about\.me$/u, path: /^\/([^/]+)\/?$/u },
];

/** One person's page at a network ("linkedin.com/ann-lee"), however the address is written; null for any other address. */
export function profileKey(address: string): string | null {
  const url = URL.parse(/^https?:\/\//iu.test(address) ? address : `https://${address}`);
  if (url === null) return null;
  const host = url.hostname.replace(/^(?:www|m)\./u, "");
  for (const profile of PROFILES) {
    const who = profile.host.test(host) ? profile.path.exec(url.pathname)?.[1] : undefined;
    if (who !== undefined)
      return `${host
        .split(".")
        .slice(-2)
        .join(".")
        .replace(/^twitter/u, "x")}/${who.toLowerCase()}`;
  }
  return null;
}
