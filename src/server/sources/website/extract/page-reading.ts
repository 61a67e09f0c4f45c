import type { ReadMethod } from "#shared/raw-lead.ts";

/** The parts of a record that a page can give. */
export type RecordField =
  | "name"
  | "title"
  | "company"
  | "email"
  | "phone"
  | "address"
  | "url"
  | "industry"
  | "description";

/** A further address or number of a record, by what it is: "Fax", "Mobile", "E-mail (other)". */
export interface FurtherContact {
  label: string;
  value: string;
}

/** One person or organisation that a page tells how to reach. A field that the page does not give is empty. */
export interface PageRecord extends Record<RecordField, string> {
  kind: "person" | "organisation";
  /** Never repeats `email` or `phone`. */
  further: FurtherContact[];
  methods: Partial<Record<RecordField, ReadMethod>>;
  /** Where on the page it stands, in words. */
  evidence: string;
}

/** What a link promises, by its words and its path. */
export type LinkKind = "contact" | "imprint" | "team" | "about" | "privacy" | "listing" | "other";

export interface PageLink {
  /** Absolute, without fragment. */
  url: string;
  text: string;
  /** The tokens of its rel attribute, in small letters. */
  rel: string[];
  /** Leads to the next page of a listing. */
  isNext: boolean;
  kind: LinkKind;
}

/** An address or number that was seen and is no lead, with the reason in words. */
export interface LeftOut {
  value: string;
  reason: string;
}

/** Everything that one page says. */
export interface PageReading {
  records: PageRecord[];
  links: PageLink[];
  /** What relative addresses of the page start from. */
  baseUrl: string;
  title: string;
  /** The organisation whose page this is, as it calls itself; empty when it does not. */
  siteName: string;
  /** Characters of visible text. */
  textLength: number;
  /** Almost no text is there before scripts have run. */
  needsScripts: boolean;
  /** The network shows this page only to who has signed in; such a page has no records. */
  needsSignIn: boolean;
  /** As declared by the page: "de-CH"; empty when it says nothing. */
  language: string;
  /** It asks robots not to follow its links. */
  nofollow: boolean;
  leftOut: LeftOut[];
  /** What could not be done as asked, in words: a selector that is none. */
  remarks: string[];
  /** The pages in its frames, absolute. */
  frames: string[];
}

/** A record in which nothing is known yet. */
export function emptyRecord(kind: PageRecord["kind"], evidence: string): PageRecord {
  return {
    kind,
    name: "",
    title: "",
    company: "",
    email: "",
    phone: "",
    address: "",
    url: "",
    industry: "",
    description: "",
    further: [],
    methods: {},
    evidence,
  };
}

/** Gives a field its value unless it has one or the value is blank. */
export function fill(record: PageRecord, field: RecordField, value: string, method: ReadMethod): void {
  if (record[field] !== "" || value === "") return;
  record[field] = value;
  record.methods[field] = method;
}

/** Adds a further contact unless the record has it already. */
export function addFurther(record: PageRecord, label: string, value: string): void {
  if (value === "" || value === record.email || value === record.phone) return;
  if (!record.further.some((known) => known.value === value)) record.further.push({ label, value });
}
