import { FREE_MAIL_DOMAINS, FREE_MAIL_FAMILIES } from "#server/reading/free-mail-domains.ts";

/** What an address tells about whose it is. */
export interface MailboxKey {
  /** The part before the @ without what the provider lets people add. */
  local: string;
  domain: string;
  /** Whether anybody may have an address there, so that sharing the domain tells nothing. */
  isOfAnybody: boolean;
}

/** Providers that deliver name+anything@ to name@. */
const WITH_TAGS = new Set(
  `gmail.com outlook.com hotmail.com live.com msn.com icloud.com me.com mac.com proton.me protonmail.com pm.me
  fastmail.com zoho.com hey.com posteo.de mailbox.org`.split(/\s+/u),
);

/**
 * Reads a normalised address. Gmail passes over dots and has two names; other providers deliver name+tag@ to name@. None
 * of this is done at a company's own domain, where name+tag may be another person.
 */
export function mailboxKey(emailKey: string): MailboxKey {
  const at = emailKey.lastIndexOf("@");
  const [written, given] = [emailKey.slice(0, at), emailKey.slice(at + 1)];
  const domain = given === "googlemail.com" ? "gmail.com" : given;
  const isOfAnybody = FREE_MAIL_DOMAINS.has(domain) || FREE_MAIL_FAMILIES.has(domain.split(".")[0] ?? "");
  const takesTags = WITH_TAGS.has(domain) || /^(?:outlook|hotmail|live|fastmail)\./u.test(domain);
  const untagged = takesTags ? written.replace(/(?<=.)\+.*$/u, "") : written;
  return { local: domain === "gmail.com" ? untagged.replaceAll(".", "") : untagged, domain, isOfAnybody };
}
