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
  /** What it really gave, with the lead's age, and taking off no more than was there. */
  points: number;
  /** What the rule says, where that differs. */
  full?: number;
}

/** An origin with what tells the source and its row again, however they are renamed or moved. */
export interface FieldOrigin extends Origin {
  sourceId?: string | null;
  rowKey?: string;
  /** A person picked this value among those seen: no source replaces it. */
  isChosen?: boolean;
}

/**
 * A value that a source or a person gave for a field which has another one now. It is no text that keywords are looked
 * for in. Without an origin nobody kept where it came from.
 */
export interface OtherValue {
  field: LeadTextField;
  value: string;
  origin: FieldOrigin | null;
}

/** A lead as the store keeps it: what the contract answers, and what matching and explaining need. Without an id it is new. */
export interface LeadRecord extends Omit<Lead, "id"> {
  id: string | null;
  facts: Fact[];
  provenance: Partial<Record<LeadTextField, FieldOrigin>>;
  /** Oldest first; none of a lead that one source alone has told of. */
  otherValues: OtherValue[];
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
