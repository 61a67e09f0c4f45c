import { addFurther, fill, type PageRecord, type RecordField } from "#server/sources/website/extract/page-reading.ts";

const FIELDS: readonly RecordField[] = [
  "name",
  "title",
  "company",
  "email",
  "phone",
  "address",
  "url",
  "industry",
  "description",
];

/**
 * Makes one record of those that tell of the same person or organisation: by e-mail, else by name or number where
 * nothing speaks against it. Earlier records count for more. None of the given records is changed.
 */
export function mergeRecords(records: readonly PageRecord[]): PageRecord[] {
  const merged: PageRecord[] = [];
  const byKey = new Map<string, PageRecord>();
  for (const record of records) {
    const known = recordKeys(record)
      .map((key) => byKey.get(key))
      .find((candidate) => candidate !== undefined && isSameRecord(candidate, record));
    const target = known ?? copyOf(record);
    if (known === undefined) merged.push(target);
    else complete(known, record);
    for (const key of recordKeys(target)) if (!byKey.has(key)) byKey.set(key, target);
  }
  return merged;
}

/** A record that can be completed without changing the one that it is made of. */
export function copyOf(record: PageRecord): PageRecord {
  return { ...record, further: [...record.further], methods: { ...record.methods } };
}

/** Fills what `record` lacks with what `other` knows; a second address or number is kept as a further one. */
export function complete(record: PageRecord, other: PageRecord): void {
  if (record.kind === "organisation" && other.kind === "person" && other.name !== "" && record.name !== "") {
    // Whoever was read beside the organisation's own address speaks for it.
    addFurther(record, other.title || "Contact person", other.name);
    fillAll(
      record,
      other,
      FIELDS.filter((field) => field !== "name" && field !== "title"),
    );
  } else {
    if (record.kind === "organisation" && other.kind === "person" && record.name === "") record.kind = "person";
    fillAll(record, other, FIELDS);
  }
  if (other.email.toLowerCase() !== record.email.toLowerCase()) addFurther(record, "E-mail (other)", other.email);
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

function fillAll(record: PageRecord, other: PageRecord, fields: readonly RecordField[]): void {
  for (const field of fields) fill(record, field, other[field], other.methods[field] ?? "text");
}

/** What a record may be found by; records that share one are not always the same. */
export function recordKeys({ email, phone, name, company, kind }: PageRecord): string[] {
  const keys: string[] = [];
  if (email !== "") keys.push(`e:${email.toLowerCase()}`);
  if (phoneKey(phone) !== "") keys.push(`p:${phoneKey(phone)}`);
  if (name !== "") keys.push(`n:${kind}:${nameKey(name)}`);
  if (kind === "organisation" && company !== "") keys.push(`n:${kind}:${nameKey(company)}`);
  return keys;
}

/** Whether two records that share a key are of the same person or organisation. */
export function isSameRecord(a: PageRecord, b: PageRecord): boolean {
  if (a.email !== "" && b.email !== "") return a.email.toLowerCase() === b.email.toLowerCase();
  const areNamed = a.name !== "" && b.name !== "";
  if (a.kind === b.kind && areNamed && nameKey(a.name) === nameKey(b.name)) return true;
  // Colleagues share a switchboard: a number joins only what has no other name.
  return (
    phoneKey(a.phone) === phoneKey(b.phone) &&
    phoneKey(a.phone) !== "" &&
    (!areNamed || (a.kind === b.kind && a.kind === "organisation"))
  );
}

export function nameKey(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");
}

/** The last nine digits, which national and international writing share; empty for what is no number. */
export function phoneKey(phone: string): string {
  const digits = phone.replace(/\(0\)/gu, "").replace(/\D/gu, "");
  return digits.length < 6 ? "" : digits.slice(-9);
}
