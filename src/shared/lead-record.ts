import type { AddressMark } from "#shared/contract/leads/address-quality.ts";
import type { Lead, Origin } from "#shared/contract/leads/lead.ts";
import type { FieldValue } from "#shared/contract/leads/field-value.ts";
import type { LeadTextField } from "#shared/lead-fields.ts";
import type { Fact } from "#shared/raw-lead.ts";

/** A rule's keyword found in a lead; offsets are UTF-16 units into the field's value, 0 if a condition asks for none. */
export interface ScorePart {
  ruleId: string;
  ruleName: string;
  keyword: string;
  /** A text field's name, `emailDomain`, `emailQuality`, `fact:NAME`, or `field:ID`. */
  field: string;
  start: number;
  end: number;
  /** Points actually given, after fading and the floor of 0. */
  points: number;
  /** The rule's points, where they differ. */
  full?: number;
  /** The keyword is a condition on the field. */
  isCondition?: true;
}

/** A part as stored, without its keys, which would take half of the space; what most parts lack comes last. */
type StoredPart = [
  ruleId: string,
  ruleName: string,
  keyword: string,
  field: string,
  start: number,
  end: number,
  points: number,
  full?: number | null,
  isCondition?: true,
];

/** The parts of a score as JSON text for the database. */
export function storedScoreParts(parts: readonly ScorePart[]): string {
  return JSON.stringify(
    parts.map(({ ruleId, ruleName, keyword, field, start, end, points, full, isCondition }): StoredPart => {
      const stored: StoredPart = [ruleId, ruleName, keyword, field, start, end, points];
      if (full !== undefined || isCondition) stored.push(full ?? null);
      if (isCondition) stored.push(true);
      return stored;
    }),
  );
}

/** The parts in such a text, with keys in the order of `scoreTexts`. Earlier versions stored them with their keys. */
export function scorePartsOf(text: string): ScorePart[] {
  return (JSON.parse(text) as (StoredPart | ScorePart)[]).map((stored) => {
    if (!Array.isArray(stored)) return stored;
    const [ruleId, ruleName, keyword, field, start, end, points, full = null, isCondition] = stored;
    const part: ScorePart = { ruleId, ruleName, keyword, field, start, end, points };
    if (full !== null) part.full = full;
    if (isCondition) part.isCondition = true;
    return part;
  });
}

/** An origin with stable keys, so that it survives renamed sources and moved rows. */
export interface FieldOrigin extends Origin {
  sourceId?: string | null;
  rowKey?: string;
  /** Picked by a user; no source replaces it. */
  isChosen?: boolean;
}

/** A superseded value of a field. Rules don't search it. No origin means it wasn't recorded. */
export interface OtherValue {
  field: LeadTextField;
  value: string;
  origin: FieldOrigin | null;
}

/** A tag on a lead, or one that a person removed, which no rule adds again. The tag may be merged or deleted. */
export interface TagMark {
  id: number;
  by: "person" | "rule";
  removed?: true;
}

/** A lead's value of a custom field, which may be deleted. */
export interface CustomValue {
  id: number;
  value: FieldValue;
}

/** A lead as stored: the API fields plus what matching and explanations need. A new lead has no id. */
export interface LeadRecord extends Omit<Lead, "id" | "tags" | "fields" | "addressQuality" | "addressReason"> {
  id: string | null;
  tagMarks: TagMark[];
  customFields: CustomValue[];
  facts: Fact[];
  provenance: Partial<Record<LeadTextField, FieldOrigin>>;
  /** Oldest first; empty when all values come from one source. */
  otherValues: OtherValue[];
  /** Stored with the score; their points plus the cap add up to it. */
  scoreParts: ScorePart[];
  /** Normalized email that identifies the lead; unique, null without an email. */
  emailKey: string | null;
  phoneKey: string | null;
  /** As read; only address checks write it. */
  address?: AddressMark;
}

export interface StoredLead extends LeadRecord {
  id: string;
  /** Optimistic locking: an update based on an older revision is rejected. */
  revision?: number;
}
