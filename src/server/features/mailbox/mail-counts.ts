import { counted, inEnglish } from "#shared/counted.ts";

/** Outcomes of the messages seen for the first time; all but `qualified` add up to `processed`. */
export const NO_MAIL = {
  processed: 0,
  /** New leads. */
  created: 0,
  /** Known leads, with or without new information. */
  updated: 0,
  unchanged: 0,
  /** Too unclear to classify without a person. */
  toReview: 0,
  notLeads: 0,
  /** From a known lead, without a new inquiry. */
  replies: 0,
  unreadable: 0,
  qualified: 0,
};

export type MailCounts = Readonly<typeof NO_MAIL>;

export function addMail(a: MailCounts, b: MailCounts): MailCounts {
  const sum = { ...a };
  for (const outcome of Object.keys(NO_MAIL) as (keyof MailCounts)[]) sum[outcome] += b[outcome];
  return sum;
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
