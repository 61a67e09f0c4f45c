import { findEmailAddresses } from "#server/reading/email-text.ts";

/** Somebody in a header; `address` is empty where only a name is given. */
export interface MailAddress {
  name: string;
  address: string;
}

/** Reads "Anna Schmidt <anna@acme.de>", "Anna [mailto:anna@acme.de]", a bare address, or a name alone; the first of several. */
export function readMailAddress(value: string): MailAddress {
  const text = value.slice(0, 500).replace(/\s+/gu, " ");
  const [found] = findEmailAddresses(text);
  if (found === undefined) return { name: tidyName(text.split(/[;<]/u)[0] ?? ""), address: "" };
  return { name: tidyName(text.slice(0, found.start)), address: found.address };
}

/** How a person reads it: the name, and the address in angle brackets. */
export function writtenAddress({ name, address }: MailAddress): string {
  if (name === "" || address === "") return name || address;
  return `${name} <${address}>`;
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1).toLowerCase();
}

function tidyName(text: string): string {
  return text
    .replace(/\\(.)/gu, "$1")
    .replace(/\[?<?\(?\s?(?:mailto:)?\s?$/iu, "")
    .replace(/^[\s"'“”‘’*]+|[\s"'“”‘’<([,;*]+$/gu, "")
    .trim();
}
