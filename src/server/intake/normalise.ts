import { withFact } from "#server/intake/alternative-fact.ts";
import { cutWhole, isVisible, singleLine } from "#server/intake/clean-text.ts";
import { readEmailCell } from "#server/intake/email-address.ts";
import { phoneKeyOf } from "#server/intake/phone-number.ts";
import { LIMITS } from "#shared/limits.ts";
import type { Fact, LeadTextField, RawLead } from "#shared/raw-lead.ts";

/** A raw lead in the form that is compared and stored. A field without a value is empty. */
export interface NormalLead {
  fields: Record<LeadTextField, string>;
  /** The name was made of something else, as the source gave none. */
  isNameDerived: boolean;
  facts: Fact[];
  emailKey: string | null;
  phoneKey: string | null;
}

export type Normalised = { lead: NormalLead } | { skipped: string };

/**
 * Brings a raw lead into normal form. Fields of one line are cleaned and cut at the limits; notes and facts keep every
 * character, notes up to their limit. What is cut off stays in the raw input, so nothing is lost. Of several e-mail
 * addresses the first counts and the others become facts, as does what is no address. A lead without a name goes under
 * the e-mail's local part made readable, its company, phone or host. One without anything to contact is skipped.
 */
export function normaliseLead(raw: RawLead, defaultCountry?: string): Normalised {
  const line = (field: LeadTextField): string => singleLine(raw.fields[field] ?? "", LIMITS.lead.fieldLength);
  const email = readEmailCell(raw.fields.email ?? "");
  const [first, ...others] = email.addresses;
  const phone = line("phone");
  const phoneKey = phone === "" ? null : phoneKeyOf(raw.fields.phone ?? "", defaultCountry);
  const isPhone = phoneKey !== null || /\d{3}/u.test(phone.replace(/\D/gu, ""));
  const scrapeUrl = line("scrapeUrl");

  if (first === undefined && !isPhone && !isWebAddress(scrapeUrl) && !raw.facts.some(({ value }) => isUrl(value))) {
    return { skipped: reasonForSkipping(raw.fields.email ?? "") };
  }

  const company = line("company");
  const notes = raw.fields.notes ?? "";
  const given = singleLine(raw.fields.name ?? "", LIMITS.lead.nameLength);
  const name = isVisible(given) ? given : singleLine(email.displayName, LIMITS.lead.nameLength);
  const fields: Record<LeadTextField, string> = {
    name: name || fallbackName({ address: first?.address, company, phone: isPhone ? phone : "", scrapeUrl }),
    email: first?.address ?? "",
    company,
    industry: line("industry"),
    title: line("title"),
    phone: isPhone ? phone : "",
    scrapeUrl,
    notes: isVisible(notes) ? cutWhole(notes, LIMITS.lead.notesLength) : "",
  };
  let facts: Fact[] = [];
  for (const { address } of others) facts = withFact(facts, { name: "E-mail (other)", value: address });
  if (isVisible(email.rest)) facts = withFact(facts, { name: "E-mail (as written)", value: email.rest });
  if (!isPhone && isVisible(phone)) facts = withFact(facts, { name: "Phone (as written)", value: phone });
  for (const fact of raw.facts) if (isVisible(fact.value)) facts = withFact(facts, fact);
  return { lead: { fields, isNameDerived: name === "", facts, emailKey: first?.key ?? null, phoneKey } };
}

/** Addresses of a desk rather than a person: the company's name says more. */
const OF_A_DESK = /^(info|contact|sales|office|hello|support|admin|mail|team|enquiries|inquiries|marketing)$/iu;

/** "ann.lee+crm@x.com" is shown as "Ann Lee" when nothing better is known. */
function fallbackName(from: {
  address: string | undefined;
  company: string;
  phone: string;
  scrapeUrl: string;
}): string {
  const local = from.address?.slice(0, from.address.lastIndexOf("@")).replace(/\+.*$/u, "") ?? "";
  const words = local.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== "");
  const readable = words.map((word) => word.replace(/^\p{L}/u, (letter) => letter.toUpperCase())).join(" ");
  const person = OF_A_DESK.test(readable) && from.company !== "" ? "" : readable;
  const candidates = [person, from.company, from.address ?? "", from.phone, hostOf(from.scrapeUrl), from.scrapeUrl];
  return singleLine(candidates.find(isVisible) ?? "Unnamed", LIMITS.lead.nameLength);
}

function isUrl(text: string): boolean {
  return /^\s*https?:\/\/[^\s/]/iu.test(text);
}

/** Also without a scheme, as people write it: linkedin.com/in/ann. */
function isWebAddress(text: string): boolean {
  return isUrl(text) || /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/?#:]|$)/u.test(text);
}

function hostOf(address: string): string {
  return /^(?:https?:\/\/)?([^\s/?#]+)/iu.exec(address)?.[1]?.replace(/^www\./iu, "") ?? "";
}

function reasonForSkipping(email: string): string {
  const nothing = "Nothing to contact: no e-mail, phone or profile address";
  return isVisible(email) ? `${nothing}; "${singleLine(email, 100)}" is not an e-mail address` : nothing;
}
