import { initialsOf } from "#server/matching/given-name-forms.ts";
import { companyKey } from "#server/matching/company-key.ts";
import { mailboxKey, type MailboxKey } from "#server/matching/mailbox-key.ts";
import { nameWords } from "#server/matching/name-words.ts";
import { profileKey } from "#server/matching/profile-key.ts";

/** Raised whenever leads would be matched otherwise than before: then all are matched afresh. */
export const MATCHING_VERSION = 2;

/** What of a lead tells who it is. */
export interface Identifying {
  name: string;
  emailKey: string | null;
  phoneKey: string | null;
  company: string;
  scrapeUrl: string;
}

/** The same in the forms that are compared. */
export interface Identity {
  name: string;
  words: readonly string[];
  mailbox: MailboxKey | null;
  phone: string | null;
  company: string;
  companyName: string;
  profile: string | null;
}

/** A local part shorter than this is many people's. */
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
 * The keys under which a lead meets those that it may be: only leads that share one are compared. A person's name counts
 * by its first letters within a domain or a company, so that short forms, initials, slips and another order meet too.
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

/** The first letters of two words in the order of the alphabet; of a name of many words, those of its ends. */
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
