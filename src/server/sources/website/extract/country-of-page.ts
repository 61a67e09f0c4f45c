/** Country domains in which most sites are of that country, where they are not the country's own code. */
const DOMAIN_COUNTRIES: Readonly<Record<string, string>> = { uk: "GB" };
/** Country codes that are used as if they meant something else. */
const WORLDWIDE = new Set("io co ai tv me cc ws fm to ly gg sh im la vc eu app dev".split(" "));
/** Languages that are spoken in one country above all. */
const LANGUAGE_COUNTRIES: Readonly<Record<string, string>> = {
  de: "DE",
  fr: "FR",
  it: "IT",
  ja: "JP",
  ko: "KR",
  nl: "NL",
  pl: "PL",
  cs: "CZ",
  da: "DK",
  fi: "FI",
  hu: "HU",
  sv: "SE",
  nb: "NO",
  no: "NO",
  tr: "TR",
  el: "GR",
  he: "IL",
  ro: "RO",
  uk: "UA",
};

/**
 * The country whose numbers a page writes without a country code (ISO 3166-1 alpha-2): by its domain, else by the
 * region of its language, else by a language that has a country. Undefined when nothing tells.
 */
export function countryOfPage(host: string, language: string): string | undefined {
  const domain = host.slice(host.lastIndexOf(".") + 1).toLowerCase();
  if (/^[a-z]{2}$/u.test(domain) && !WORLDWIDE.has(domain)) return DOMAIN_COUNTRIES[domain] ?? domain.toUpperCase();
  const [tongue = "", ...parts] = language.toLowerCase().split(/[-_]/u);
  const region = parts.find((part) => /^[a-z]{2}$/u.test(part));
  return region?.toUpperCase() ?? LANGUAGE_COUNTRIES[tongue];
}
