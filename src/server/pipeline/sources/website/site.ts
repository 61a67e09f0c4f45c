import { getDomain } from "tldts";

/**
 * Key of the site a URL belongs to: the registrable domain, regardless of subdomain, scheme and port; or host and port
 * if there is none, as for IP addresses and local names. Hosts on shared domains (`name.github.io`) are separate sites.
 */
export function siteOf({ hostname, port, protocol }: URL): string {
  const domain = getDomain(hostname, { allowPrivateDomains: true });
  return domain ?? `${hostname}:${port === "" ? (protocol === "https:" ? "443" : "80") : port}`;
}
