import type { AddressQuality } from "#shared/contract/leads/address-quality.ts";
import type { ScoredField } from "#shared/lead-fields.ts";
import type { StoredLead, TagMark } from "#shared/lead-record.ts";

/** The parts of a stored lead needed for rescoring, in their cheapest form: JSON stays text as stored. */
export interface StaleLead extends Pick<
  StoredLead,
  "id" | "name" | "status" | "statusSetBy" | "score" | "createdAt" | ScoredField | "email" | "processedAt"
> {
  revision: number;
  addressQuality: AddressQuality | null;
  facts: string;
  /** Null without any. */
  customFields: string | null;
  keywords: string;
  scoreParts: string;
  tagMarks: string | null;
}

/** The new score and status of a lead at that revision. */
export interface RescoredLead extends Pick<StaleLead, "id" | "revision" | "score" | "status" | "scoreParts"> {
  previousScore: number;
  /** Null when unchanged. */
  keywords: string | null;
  /** With the tags that rules added; null when unchanged. */
  tagMarks: TagMark[] | null;
  /** The timeline entry; null when the status is unchanged. */
  statusChange: StatusChange | null;
}

/** A status change caused by rules, with its reason as text. */
export interface StatusChange extends Pick<StoredLead, "name"> {
  was: StoredLead["status"];
  description: string;
}
