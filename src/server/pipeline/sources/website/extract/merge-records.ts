import {
  addFurther,
  fill,
  type PageRecord,
  RECORD_FIELDS,
} from "#server/pipeline/sources/website/extract/page-reading.ts";
import { nameAffinity } from "#server/pipeline/sources/website/extract/text/name-affinity.ts";

/** What a record says about a person, which belongs together. */
const OF_PERSON = ["name", "title", "company"] as const;
/** What a person adds to an organization's record. */
const OF_OWNER = ["name", "title"] as const;

/**
 * Merges records of the same person or organization: by email, or by name or number if nothing contradicts it. Earlier
 * records take precedence.
 */
export class RecordMerger {
  readonly #byKey = new Map<string, PageRecord>();

  /** Returns the merged record. The given one is not modified. */
  add(record: PageRecord): PageRecord {
    const known = recordKeys(record)
      .map((key) => this.#byKey.get(key))
      .find((candidate) => candidate !== undefined && isSameRecord(candidate, record));
    const merged = known ?? { ...record, further: [...record.further], methods: { ...record.methods } };
    if (known !== undefined) complete(known, record);
    for (const key of recordKeys(merged)) if (!this.#byKey.has(key)) this.#byKey.set(key, merged);
    return merged;
  }
}

export function mergeRecords(records: readonly PageRecord[]): PageRecord[] {
  const merger = new RecordMerger();
  return [...new Set(records.map((record) => merger.add(record)))];
}

/** Fills empty fields of `record` from `other`; a second address or number is added as a further one. */
export function complete(record: PageRecord, other: PageRecord): void {
  if (isBetterNamed(other, record)) {
    for (const field of record.kind === "person" ? OF_PERSON : OF_OWNER) {
      record[field] = "";
      fill(record, field, other[field], other.methods[field] ?? "text");
    }
    record.kind = "person";
  }
  const isOfOther = record.kind === "organisation" && other.kind === "person";
  // A person listed with the organization's own address is its contact person.
  const isContact = isOfOther && other.name !== "" && record.name !== "";
  if (isContact) addFurther(record, other.title || "Contact person", other.name);
  else if (isOfOther && record.name === "") record.kind = "person";
  for (const field of RECORD_FIELDS)
    if (!isContact || field !== "title") fill(record, field, other[field], other.methods[field] ?? "text");
  if (other.email.toLowerCase() !== record.email.toLowerCase()) addFurther(record, "Email (other)", other.email);
  if (phoneKey(other.phone) !== phoneKey(record.phone)) addFurther(record, "Phone (other)", other.phone);
  for (const { label, value } of other.further) {
    const key = phoneKey(value);
    if (
      key === "" ||
      (key !== phoneKey(record.phone) && !record.further.some((known) => phoneKey(known.value) === key))
    ) {
      addFurther(record, label, value);
    }
  }
}

/** Whether the other record's name fits their address better, and neither markup nor a selector gave the first. */
function isBetterNamed(other: PageRecord, { kind, name, email, methods }: PageRecord): boolean {
  return (
    (methods.name ?? "text") === "text" &&
    other.kind === "person" &&
    email.toLowerCase() === other.email.toLowerCase() &&
    (kind === "person"
      ? nameAffinity(name, email) === 0 && nameAffinity(other.name, email) >= 2
      : nameAffinity(other.name, email) > 2)
  );
}

/** Lookup keys of a record. Sharing a key does not prove that two records are the same. */
function recordKeys({ email, phone, name, company, kind }: PageRecord): string[] {
  const keys: string[] = [];
  if (email !== "") keys.push(`e:${email.toLowerCase()}`);
  if (phoneKey(phone) !== "") keys.push(`p:${phoneKey(phone)}`);
  if (name !== "") keys.push(`n:${kind}:${nameKey(name)}`);
  if (kind === "organisation" && company !== "") keys.push(`n:${kind}:${nameKey(company)}`);
  return keys;
}

/** Whether two records with a common key are for the same person or organization. */
function isSameRecord(a: PageRecord, b: PageRecord): boolean {
  if (a.email !== "" && b.email !== "") return a.email.toLowerCase() === b.email.toLowerCase();
  const areNamed = a.name !== "" && b.name !== "";
  if (a.kind === b.kind && areNamed && nameKey(a.name) === nameKey(b.name)) return true;
  // Colleagues share a switchboard, so a number matches only if the names don't differ.
  return (
    phoneKey(a.phone) === phoneKey(b.phone) &&
    phoneKey(a.phone) !== "" &&
    (!areNamed || (a.kind === b.kind && a.kind === "organisation"))
  );
}

export function nameKey(name: string): string {
  if (/^[ -~]*$/u.test(name)) return name.toLowerCase().replace(/[^a-z\d]+/gu, "");
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

/** The last nine digits, which national and international formats share; empty if it is not a phone number. */
export function phoneKey(phone: string): string {
  const digits = phone.replace(/\(0\)/gu, "").replace(/\D/gu, "");
  return digits.length < 6 ? "" : digits.slice(-9);
}
