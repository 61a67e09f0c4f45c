import { parse } from "tldts";
import { FREE_MAIL_DOMAINS, FREE_MAIL_FAMILIES } from "#server/reading/free-mail-domains.ts";

/**
 * The registrable domain of a host by the Public Suffix List ("shop.acme.co.uk" → "acme.co.uk"), lower case. Suffixes
 * of hosting companies count as suffixes, so that two customers of one are two sites. Null for an IP address, a bare
 * suffix and what is no host name. A name under a top-level domain that the list does not know (".test", an intranet's)
 * is taken by its last two labels.
 */
export function registrableDomain(host: string): string | null {
  const { domain, isIp } = parse(host, { allowPrivateDomains: true });
  return isIp === true ? null : domain;
}

/** Whether the last labels of a domain are handed out by a registry, which file names and abbreviations are not. */
export function hasPublicSuffix(domain: string): boolean {
  const { isIcann, domain: registrable } = parse(domain);
  return isIcann === true && registrable !== null;
}

/** Whether anyone can have an address there: then the domain says nothing about the owner's company. */
export function isFreeMailDomain(domain: string): boolean {
  const host = domain.toLowerCase().replace(/\.$/u, "");
  const registrable = registrableDomain(host) ?? host;
  if (FREE_MAIL_DOMAINS.has(host) || FREE_MAIL_DOMAINS.has(registrable)) return true;
  const label = registrable.slice(0, Math.max(0, registrable.indexOf(".")));
  return FREE_MAIL_FAMILIES.has(label);
}

/**
 * The name that a company's domain spells ("acme-tools.de" → "Acme Tools"), null for free mail and for what is no
 * registrable domain. A guess at spelling, not at identity: nothing but the domain's own letters goes into it.
 */
export function companyOfDomain(domain: string): string | null {
  if (isFreeMailDomain(domain)) return null;
  const parsed = parse(domain, { allowPrivateDomains: true });
  if (parsed.isIp === true || !parsed.domainWithoutSuffix) return null;
  const words = parsed.domainWithoutSuffix.split("-").filter((word) => word !== "");
  if (words.some((word) => word === "xn")) return null;
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ") || null;
}
