import type { Lead, Origin } from "#shared/contract/lead.ts";
import type { Fact, LeadTextField } from "#shared/raw-lead.ts";

/** One keyword of one rule found in a lead's text; offsets are UTF-16 units into the field's value. */
export interface ScorePart {
  ruleId: string;
  ruleName: string;
  keyword: string;
  /** A text field's name, `emailDomain`, or `fact:NAME`. */
  field: string;
  start: number;
  end: number;
  points: number;
}

/** An origin with what tells the source and its row again, however they are renamed or moved. */
export interface FieldOrigin extends Origin {
  sourceId?: string | null;
  rowKey?: string;
}

/** A lead as the store keeps it: what the contract answers, and what matching and explaining need. Without an id it is new. */
export interface LeadRecord extends Omit<Lead, "id"> {
  id: string | null;
  facts: Fact[];
  provenance: Partial<Record<LeadTextField, FieldOrigin>>;
  /** Stored with the score; their points and the cap add up to it. */
  scoreParts: ScorePart[];
  /** The normalised e-mail that identity is decided on; null without one. Unique. */
  emailKey: string | null;
  /** The phone in E.164; null when absent or not a valid number. */
  phoneKey: string | null;
}

/** A lead that has been stored. */
export interface StoredLead extends LeadRecord {
  id: string;
  /** Counts the lead's changes: an update decided on an older one is refused rather than undo a change between. */
  revision?: number;
}
