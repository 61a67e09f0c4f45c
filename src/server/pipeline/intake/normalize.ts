import { cutWhole } from "#shared/text/cut-whole.ts";
import { alternativeFact, withFact } from "#server/pipeline/intake/alternative-fact.ts";
import { isVisible, singleLine } from "#server/pipeline/intake/clean-text.ts";
import { readEmailCell } from "#server/pipeline/intake/email-address.ts";
import { phoneKeyOf, readPhoneCell } from "#server/pipeline/intake/phone-number.ts";
import { isRoleAddress } from "#shared/text/role-address.ts";
import { fieldsOfType, LEAD_FIELDS, LEAD_TEXT_FIELDS, type LeadTextField, perField } from "#shared/lead-fields.ts";
import { LIMITS } from "#shared/limits.ts";
import type { Fact, RawLead } from "#shared/raw-lead.ts";

/** A raw lead in the form that is compared and stored. Fields without a value are empty. */
export interface NormalLead {
  fields: Record<LeadTextField, string>;
  /** The source gave no name, so it was derived from other fields. */
  isNameDerived: boolean;
  facts: Fact[];
  emailKey: string | null;
  phoneKey: string | null;
}

export type Normalized = { lead: NormalLead } | { skipped: string };

const BLANK = perField(LEAD_TEXT_FIELDS, () => "");
const LINKS = fieldsOfType("link");
const { maxLength: nameLength } = LEAD_FIELDS.name;

/**
 * Normalizes a raw lead. Single-line fields are cleaned and truncated to their limits; long texts are only truncated,
 * and facts keep every character. Anything cut off stays in the raw input. The first of several email addresses is
 * used, and of several phone numbers; the others, and invalid ones, become facts. A lead without a name is named after the readable form of its
 * email's local part (unless its reader knows that this is not a name), its company, phone or host. A lead without
 * contact details is skipped unless its source allows that; it can then also lack a name.
 */
export function normalizeLead(raw: RawLead): Normalized {
  const cleaned = cleanFields(raw.fields);
  const { email, phone: phones } = emailAndPhone(raw.fields, cleaned.phone);
  const { phone, others: otherPhones } = readPhoneCell(phones);
  const [first, ...others] = email.addresses;
  const { company, scrapeUrl } = cleaned;
  const phoneKey = phone === "" ? null : phoneKeyOf(phone === cleaned.phone ? (raw.fields.phone ?? "") : phone);
  const isPhone = phoneKey !== null || /\p{Nd}{3}/u.test(phone.replace(/\P{Nd}/gu, ""));

  const mayLackContact = raw.mayLackContact === true;
  const hasContact =
    first !== undefined ||
    isPhone ||
    LINKS.some((field) => isWebAddress(cleaned[field])) ||
    raw.facts.some(({ value }) => isUrl(value));
  if (!hasContact && !mayLackContact) return { skipped: reasonForSkipping(raw.fields.email ?? "") };

  const name = isVisible(cleaned.name) ? cleaned.name : singleLine(email.displayName, nameLength);
  const fields: NormalLead["fields"] = {
    ...cleaned,
    name:
      name ||
      fallbackName({
        isNameless: raw.isNameless === true,
        address: first?.address,
        company,
        phone: isPhone ? phone : "",
        scrapeUrl,
      }) ||
      (mayLackContact ? "" : "Unnamed"),
    email: first?.address ?? "",
    phone: isPhone ? phone : "",
  };
  let facts: Fact[] = [];
  for (const { address } of others) facts = withFact(facts, alternativeFact("email", "other", address));
  if (isVisible(email.rest)) facts = withFact(facts, alternativeFact("email", "as written", email.rest));
  for (const other of otherPhones) facts = withFact(facts, alternativeFact("phone", "other", other));
  if (!isPhone && isVisible(phone)) facts = withFact(facts, alternativeFact("phone", "as written", phone));
  for (const fact of raw.facts) {
    if (facts.length >= LIMITS.lead.facts) break;
    if (isVisible(fact.value)) facts = withFact(facts, fact);
  }
  return { lead: { fields, isNameDerived: name === "", facts, emailKey: first?.key ?? null, phoneKey } };
}

/** The email and phone. A column of contact details can have both in one cell: "ann@acme.example, 020 7946 0018". */
function emailAndPhone(
  given: RawLead["fields"],
  phone: string,
): { email: ReturnType<typeof readEmailCell>; phone: string } {
  const written = given.email ?? "";
  const both = isVisible(written) || !/@[^\s@]+\.[^\s@]/u.test(phone) ? null : readEmailCell(phone);
  return both === null || both.addresses.length === 0
    ? { email: readEmailCell(written), phone }
    : { email: { ...both, rest: "" }, phone: both.rest };
}

/** The source's values, truncated to their limits; the email is handled separately. */
function cleanFields(given: RawLead["fields"]): NormalLead["fields"] {
  const cleaned = { ...BLANK };
  for (const field of LEAD_TEXT_FIELDS) {
    const text = given[field];
    if (text === undefined || field === "email") continue;
    const { type, maxLength } = LEAD_FIELDS[field];
    if (type !== "longText") cleaned[field] = singleLine(text, maxLength);
    else if (isVisible(text)) cleaned[field] = cutWhole(text, maxLength);
  }
  return cleaned;
}

/** Fallback name: "ann.lee+crm@x.com" becomes "Ann Lee". */
function fallbackName(from: {
  isNameless: boolean;
  address: string | undefined;
  company: string;
  phone: string;
  scrapeUrl: string;
}): string {
  const local = from.address?.slice(0, from.address.lastIndexOf("@")).replace(/\+.*$/u, "") ?? "";
  const words = local.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== "");
  const readable = words.map((word) => word.replace(/^\p{L}/u, (letter) => letter.toUpperCase())).join(" ");
  // For a shared mailbox, the company is the better name.
  const isOfCompany = from.company !== "" && isRoleAddress(from.address ?? "");
  const person = from.isNameless || isOfCompany ? "" : readable;
  const candidates = [person, from.company, from.address ?? "", from.phone, hostOf(from.scrapeUrl), from.scrapeUrl];
  return singleLine(candidates.find(isVisible) ?? "", nameLength);
}

function isUrl(text: string): boolean {
  return /^\s*https?:\/\/[^\s/]/iu.test(text);
}

/** Also accepts URLs without a scheme, as people write them: linkedin.com/in/ann. */
function isWebAddress(text: string): boolean {
  return isUrl(text) || /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+([/?#:]|$)/u.test(text);
}

function hostOf(address: string): string {
  return /^(?:https?:\/\/)?([^\s/?#]+)/iu.exec(address)?.[1]?.replace(/^www\./iu, "") ?? "";
}

function reasonForSkipping(email: string): string {
  const nothing = "No contact details (email, phone or profile URL)";
  return isVisible(email) ? `${nothing}; "${singleLine(email, 100)}" isn't an email address` : nothing;
}
