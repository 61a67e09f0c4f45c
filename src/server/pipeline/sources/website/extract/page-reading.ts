import type { ReadMethod } from "#shared/raw-lead.ts";
import type { CompanyHint } from "#server/pipeline/sources/website/extract/company/read-company.ts";

/** The fields of a record. */
export const RECORD_FIELDS = [
  "name",
  "title",
  "company",
  "email",
  "phone",
  "address",
  "url",
  "industry",
  "description",
] as const;
export type RecordField = (typeof RECORD_FIELDS)[number];

/** An additional contact detail with its label: "Fax", "Mobile", "Email (other)". */
export interface FurtherContact {
  label: string;
  value: string;
}

/** A person or organization with contact details. Fields not found on the page are empty. */
export interface PageRecord extends Record<RecordField, string> {
  kind: "person" | "organisation";
  /** Never repeats `email` or `phone`. */
  further: FurtherContact[];
  methods: Partial<Record<RecordField, ReadMethod>>;
  /** Where on the page it was found, for the user. */
  evidence: string;
}

/** What a link leads to, judging by its text and path. */
export type LinkKind = "contact" | "imprint" | "team" | "about" | "privacy" | "listing" | "other";

export interface PageLink {
  /** Absolute, without fragment. */
  url: string;
  text: string;
  /** The lowercase tokens of its rel attribute. */
  rel: string[];
  /** Leads to the next page of a listing. */
  isNext: boolean;
  kind: LinkKind;
}

/** An address or number that is not a lead, with the reason for the user. */
export interface Dropped {
  value: string;
  reason: string;
}

/** A person named without contact details, which another page of the site may contain. */
export interface NamedPerson {
  name: string;
  title: string;
}

/** Everything read from one page. */
export interface PageReading {
  records: PageRecord[];
  people: NamedPerson[];
  links: PageLink[];
  /** Base URL for relative links. */
  baseUrl: string;
  title: string;
  /** The name of the organization that owns the page; empty if it gives none. */
  siteName: string;
  /** The name may be this page's topic; another page with the same one confirms it. */
  isTopic?: boolean;
  /** How consistent the reading is, 0 to 1; absent if unknown. */
  agreement?: number;
  /** The site's registrable domains: its host's and the most frequent one among the page's addresses. */
  siteDomains: string[];
  /** Characters of visible text. */
  textLength: number;
  /** Has almost no text until scripts run. */
  needsScripts: boolean;
  /** The network requires a sign-in for this page; such a page has no records. */
  needsSignIn: boolean;
  /** As declared by the page: "de-CH"; empty if not declared. */
  language: string;
  /** The page asks robots not to follow its links. */
  nofollow: boolean;
  dropped: Dropped[];
  /** Problems to report, for the user, such as an invalid selector. */
  remarks: string[];
  /** URLs of the page's frames, absolute. */
  frames: string[];
  /** What the page says about the company whose website it is on, if asked. */
  company?: CompanyHint[];
}

const BLANK = Object.fromEntries(RECORD_FIELDS.map((field) => [field, ""])) as Record<RecordField, string>;

/** A record with all fields empty. */
export function emptyRecord(kind: PageRecord["kind"], evidence: string): PageRecord {
  return { kind, ...BLANK, further: [], methods: {}, evidence };
}

/** Sets a field unless it already has a value or the new one is blank. */
export function fill(record: PageRecord, field: RecordField, value: string, method: ReadMethod): void {
  if (record[field] !== "" || value === "") return;
  record[field] = value;
  record.methods[field] = method;
}

/** Adds a further contact unless the record already has it. */
export function addFurther(record: PageRecord, label: string, value: string): void {
  if (value === "" || value === record.email || value === record.phone) return;
  if (!record.further.some((known) => known.value === value)) record.further.push({ label, value });
}
