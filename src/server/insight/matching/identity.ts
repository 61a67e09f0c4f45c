import { initialsOf } from "#server/insight/matching/given-name-forms.ts";
import { commonSpelling } from "#server/insight/matching/latin-letters.ts";
import { nameWords } from "#server/insight/matching/name-words.ts";
import { FREE_MAIL_DOMAINS, FREE_MAIL_FAMILIES } from "#server/pipeline/text/domains.ts";
import { endOfLegalForm } from "#server/pipeline/text/legal-forms.ts";

/** Increment whenever the matching changes; all leads are then compared again. */
export const MATCHING_VERSION = 3;

/** The identifying fields of a lead. */
export interface Identifying {
  name: string;
  emailKey: string | null;
  phoneKey: string | null;
  company: string;
  scrapeUrl: string;
}

/** The same fields, normalized for comparison. */
export interface Identity {
  name: string;
  words: readonly string[];
  mailbox: MailboxKey | null;
  phone: string | null;
  company: string;
  companyName: string;
  profile: string | null;
}

/** A shorter local part is too common to identify anyone. */
const SHORTEST_LOCAL = 5;

export function identityOf(lead: Identifying): Identity {
  return {
    name: lead.name,
    words: nameWords(lead.name),
    mailbox: lead.emailKey === null ? null : mailboxKey(lead.emailKey),
    phone: lead.phoneKey,
    company: companyKey(lead.company),
    companyName: lead.company,
    profile: lead.scrapeUrl === "" ? null : profileKey(lead.scrapeUrl),
  };
}

/**
 * The blocking keys of a lead: only leads that share one are compared. Names count by their initials within a domain or
 * company, so that short forms, initials, typos and another word order still match.
 */
export function blockingKeys({ words, mailbox, phone, company, profile }: Identity): Set<string> {
  const keys = new Set<string>();
  const letters = letterPairs(words);
  if (mailbox?.isOfAnybody === false) for (const pair of letters) keys.add(`domain:${mailbox.domain}:${pair}`);
  if (mailbox?.isOfAnybody === true && mailbox.local.length >= SHORTEST_LOCAL) {
    keys.add(`mailbox:${mailbox.local.replaceAll(/[._-]/gu, "")}`);
  }
  if (company !== "") for (const pair of letters) keys.add(`company:${company}:${pair}`);
  if (phone !== null) keys.add(phoneBlock(phone));
  if (profile !== null) keys.add(profileBlock(profile));
  return keys;
}

export function phoneBlock(phone: string): string {
  return `phone:${phone}`;
}

export function profileBlock(profile: string): string {
  return `profile:${profile}`;
}

/** The initials of two words in alphabetical order; of a longer name, of the words at its ends. */
function letterPairs(words: readonly string[]): Set<string> {
  const [first, second, last] = [words[0], words[1], words.at(-1)];
  if (first === undefined || last === undefined) return new Set();
  if (second === undefined) return new Set([first.slice(0, 4)]);
  const ends: [string, string][] = [[first, last]];
  if (words.length > 2) ends.push([first, second], [second, last]);
  const pairs = new Set<string>();
  for (const [one, other] of ends) {
    for (const a of initialsOf(one)) for (const b of initialsOf(other)) pairs.add(a < b ? a + b : b + a);
  }
  return pairs;
}

/** Words ignored in company names: short legal forms in any spelling, and conjunctions. */
const LEFT_OUT = new Set(
  `gmbh mbh ag kg kgaa ohg gbr ug eg se inc ltd limited llc llp plc corp corporation incorporated company co sas sasu
  sarl eurl sa srl spa sl slu bv nv ab as aps oy oyj doo sro kft and und et y e the`.split(/\s+/u),
);

/**
 * A company's name without legal form and spelling variants: "Müller & Söhne GmbH, Berlin" → "muler sohne". Empty for
 * an empty name.
 */
function companyKey(company: string): string {
  const words = company
    .slice(0, endOfLegalForm(company) ?? company.length)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map(commonSpelling)
    .filter((word) => word !== "");
  const own = words.filter((word) => !LEFT_OUT.has(word));
  return (own.length > 0 ? own : words).join(" ");
}

/** What an address reveals about its owner. */
export interface MailboxKey {
  /** The part before the @, without a provider's tags and dots. */
  local: string;
  domain: string;
  /** Whether anyone can get an address at this domain, so that sharing it is no evidence. */
  isOfAnybody: boolean;
}

/** Providers that deliver name+anything@ to name@. */
const WITH_TAGS = new Set(
  `gmail.com outlook.com hotmail.com live.com msn.com icloud.com me.com mac.com proton.me protonmail.com pm.me
  fastmail.com zoho.com hey.com posteo.de mailbox.org`.split(/\s+/u),
);

/**
 * Parses a normalized address. Gmail ignores dots and has two domains; other providers deliver name+tag@ to name@. A
 * company's own domain is left alone, since name+tag may be another person there.
 */
function mailboxKey(emailKey: string): MailboxKey {
  const at = emailKey.lastIndexOf("@");
  const [written, given] = [emailKey.slice(0, at), emailKey.slice(at + 1)];
  const domain = given === "googlemail.com" ? "gmail.com" : given;
  const isOfAnybody = FREE_MAIL_DOMAINS.has(domain) || FREE_MAIL_FAMILIES.has(domain.split(".")[0] ?? "");
  const takesTags = WITH_TAGS.has(domain) || /^(?:outlook|hotmail|live|fastmail)\./u.test(domain);
  const untagged = takesTags ? written.replace(/(?<=.)\+.*$/u, "") : written;
  return { local: domain === "gmail.com" ? untagged.replaceAll(".", "") : untagged, domain, isOfAnybody };
}

/** URL paths that identify one person. */
const PROFILES: readonly { host: RegExp; path: RegExp }[] = [
  { host: /^(?:[a-z]{2}\.)?linkedin\.com$/u, path: /^\/(?:in|pub)\/([^/]+)/u },
  { host: /^xing\.com$/u, path: /^\/(?:profile|profil)\/([^/]+)/u },
  { host: /^github\.com$/u, path: /^\/([^/]+)\/?$/u },
  { host: /^(?:x|twitter)\.com$/u, path: /^\/(\w{2,})\/?$/u },
  { host: /^(?:[a-z-]+\.)?facebook\.com$/u, path: /^\/([\w.]{5,})\/?$/u },
  { host: /^instagram\.com$/u, path: /^\/([\w.]+)\/?$/u },
  { host: /^about\.me$/u, path: /^\/([^/]+)\/?$/u },
];

/**
 * A person's profile on a network ("linkedin.com/ann-lee"), normalized from any form of its URL; null for other URLs.
 */
function profileKey(address: string): string | null {
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
