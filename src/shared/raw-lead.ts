/** The text fields a lead is made of, in the order people read them. */
export const LEAD_TEXT_FIELDS = [
  "name",
  "email",
  "company",
  "industry",
  "title",
  "phone",
  "scrapeUrl",
  "notes",
] as const;

export type LeadTextField = (typeof LEAD_TEXT_FIELDS)[number];

/** Something a source said about a lead that has no field of its own: an extra column, a form's answer. */
export interface Fact {
  name: string;
  value: string;
}

/** The ways in which a source reads a value. */
export type ReadMethod = "column" | "answer" | "markup" | "selector" | "text" | "header" | "signature";

/** What a source reads and intake takes in: one person or company as written, nothing decided yet. */
export interface RawLead {
  /** Stable within its source, however rows move; the same key is the same row. */
  rowKey: string;
  /** Changes when anything in the row changes. */
  contentHash: string;
  /** Where a person finds it: "Sheet1, row 7". */
  locator: string;
  fields: Partial<Record<LeadTextField, string>>;
  /** How a field was read, where it is not from a column. */
  methods?: Partial<Record<LeadTextField, ReadMethod>>;
  facts: Fact[];
  /** As read, kept so that it can be read again by a better reader. */
  raw: unknown;
  /** The version of what read it; 1 unless said. */
  readBy?: number;
  /** The stored record that it came in by and that has the rest of it: a submission's id, or an import's. */
  recordId?: string;
  sourceData: Record<string, unknown>;
}

/** Where raw leads come from. `kind` becomes the lead's `source`; `id` is null for what has no stored record. */
export interface SourceRef {
  kind: string;
  id: string | null;
  name: string;
}
