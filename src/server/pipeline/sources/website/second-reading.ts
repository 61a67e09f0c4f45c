import type { PageReading, PageRecord, RecordField } from "#server/pipeline/sources/website/extract/page-reading.ts";
import { pageText } from "#server/pipeline/sources/website/page-text.ts";

/** A second reader's version of a record; values it did not find are empty. */
export type SecondRecord = Readonly<Record<"name" | "company" | "title" | "phone" | "email", string>>;

/** Reads an unclear page a second time; null if it can't now. */
export type SecondReader = (page: { url: string; text: string }, signal: AbortSignal) => Promise<SecondRecord[] | null>;

const FILLED = ["name", "title", "company"] as const satisfies readonly RecordField[];
/** Country codes and trunk prefixes are optional, so only the last digits are compared. */
const DISTINCTIVE_DIGITS = 8;

/** Whether a page's agreement score is low and it contains any contact. */
function isUnclear({ agreement, records }: PageReading, below: number): boolean {
  return agreement !== undefined && agreement < below && records.some(({ email, phone }) => email + phone !== "");
}

/** Returns the reading, corrected by the second reader if it is unclear; null if that one can't read it now. */
export async function readTwice(
  reading: PageReading,
  { html, url }: { html: string; url: string },
  { secondReader, signal }: { secondReader?: { read: SecondReader; below: number } | null; signal: AbortSignal },
): Promise<PageReading | null> {
  if (secondReader == null || !isUnclear(reading, secondReader.below)) return reading;
  const second = await secondReader.read({ url, text: pageText(html) }, signal);
  return second === null ? null : { ...reading, records: withSecondReading(reading.records, second) };
}

/**
 * Overrides name, title and company with the second reader's values for the same email or phone. Contacts shared by
 * several records are ambiguous and ignored; records found only by the second reader are dropped.
 */
export function withSecondReading(records: readonly PageRecord[], second: readonly SecondRecord[]): PageRecord[] {
  return records.map((record) => {
    const other = sameContact(record, records, second);
    if (other === undefined) return record;
    const read: PageRecord = { ...record, methods: { ...record.methods } };
    for (const field of FILLED) {
      if (other[field] === "" || other[field] === read[field]) continue;
      read[field] = other[field];
      read.methods[field] = "model";
    }
    return read;
  });
}

function sameContact(
  record: PageRecord,
  records: readonly PageRecord[],
  second: readonly SecondRecord[],
): SecondRecord | undefined {
  for (const keyOf of [emailKey, phoneKey]) {
    const key = keyOf(record);
    if (key === "") continue;
    const [other, ...more] = second.filter((one) => keyOf(one) === key);
    const isOnly = records.every((one) => one === record || keyOf(one) !== key);
    if (other !== undefined && more.length === 0 && isOnly) return other;
  }
  return undefined;
}

function emailKey({ email }: Pick<SecondRecord, "email">): string {
  return email.toLowerCase();
}

function phoneKey({ phone }: Pick<SecondRecord, "phone">): string {
  const digits = phone.replace(/\D/gu, "");
  return digits.length < DISTINCTIVE_DIGITS ? "" : digits.slice(-DISTINCTIVE_DIGITS);
}
