import { domainToASCII } from "node:url";
import { findEmailAddresses } from "#server/pipeline/text/email-text.ts";

/** A person in a header; `address` is empty when only a name is given. */
export interface MailAddress {
  name: string;
  address: string;
}

/**
 * Parses "Anna Schmidt <anna@acme.de>", "Anna [mailto:anna@acme.de]", a bare address or just a name; the first if there
 * are several.
 */
export function readMailAddress(value: string): MailAddress {
  const text = value.slice(0, 500).replace(/\s+/gu, " ");
  // "anna at acme.de (Anna Schmidt)", as in mailing list archives.
  const archived = /^(\S{1,64})(?: at |@)([^\s@]{3,200}) \(([^()]{2,100})\)$/u.exec(text);
  if (archived !== null) return { name: tidyName(archived[3] ?? ""), address: `${archived[1]}@${archived[2]}` };
  const [found] = findEmailAddresses(text);
  // Lotus Notes writes a name within a company as "Anna Schmidt/HQ/Acme@ACME".
  if (found === undefined)
    return {
      name: tidyName((text.split(/[;<]/u)[0] ?? "").replace(/(?:\/[^@,]{0,60})?@.*$|\/[A-Z]{2,8}(?:\/.*)?$/u, "")),
      address: "",
    };
  return { name: tidyName(text.slice(0, found.start)), address: found.address };
}

/** Display form: the name, then the address in angle brackets. */
export function writtenAddress({ name, address }: MailAddress): string {
  if (name === "" || address === "") return name || address;
  return `${name} <${address}>`;
}

/** In ASCII, as some programs write international domains and others don't. */
export function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  return /^[\0-\u007f]*$/u.test(domain) ? domain : domainToASCII(domain) || domain;
}

function tidyName(text: string): string {
  return text
    .replace(/\\(.)/gu, "$1")
    .replace(/\[?<?\(?\s?(?:mailto:)?\s?$/iu, "")
    .replace(/^[\s"'“”‘’*]+|[\s"'“”‘’<([,;*]+$/gu, "")
    .trim();
}
