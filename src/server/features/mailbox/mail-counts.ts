import { counted, inEnglish } from "#shared/counted.ts";

/** Outcomes of the messages seen for the first time; all but `qualified` add up to `processed`. */
export interface MailCounts {
  processed: number;
  /** New leads. */
  created: number;
  /** Known leads, with or without new information. */
  updated: number;
  unchanged: number;
  /** Too unclear to classify without a person. */
  toReview: number;
  notLeads: number;
  /** From a known lead, without a new inquiry. */
  replies: number;
  unreadable: number;
  qualified: number;
}

export const NO_MAIL: Readonly<MailCounts> = {
  processed: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  toReview: 0,
  notLeads: 0,
  replies: 0,
  unreadable: 0,
  qualified: 0,
};

/** The sum of two counts, field by field. */
export function addMail(a: MailCounts, b: MailCounts): MailCounts {
  return {
    processed: a.processed + b.processed,
    created: a.created + b.created,
    updated: a.updated + b.updated,
    unchanged: a.unchanged + b.unchanged,
    toReview: a.toReview + b.toReview,
    notLeads: a.notLeads + b.notLeads,
    replies: a.replies + b.replies,
    unreadable: a.unreadable + b.unreadable,
    qualified: a.qualified + b.qualified,
  };
}

/** For a sync's activity line: "12 messages, 1 new lead, 3 to review". */
export function mailSummary(counts: MailCounts): string {
  const known = counts.updated + counts.unchanged;
  const parts = [counted(counts.processed, "message"), counted(counts.created, "new lead")];
  if (known > 0) parts.push(`${inEnglish(known)} from known leads`);
  if (counts.toReview > 0) parts.push(`${inEnglish(counts.toReview)} to review`);
  if (counts.replies > 0) parts.push(counted(counts.replies, "reply", "replies"));
  if (counts.unreadable > 0) parts.push(`${inEnglish(counts.unreadable)} unreadable`);
  return parts.join(", ");
}
