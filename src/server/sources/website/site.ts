import { getDomain } from "tldts";

/**
 * What makes addresses one site: the registrable domain, whatever the host below it, the scheme and the port. Where
 * there is none, as for an IP address or a name of the local network, the host and its port. Hosts that a provider
 * gives to strangers (`name.github.io`) are sites of their own.
 */
export function siteOf({ hostname, port, protocol }: URL): string {
  const domain = getDomain(hostname, { allowPrivateDomains: true });
  return domain ?? `${hostname}:${port === "" ? (protocol === "https:" ? "443" : "80") : port}`;
}
