/** What became of the messages that were seen for the first time; all of them add up to `processed`. */
export interface MailCounts {
  processed: number;
  /** Leads that are new. */
  created: number;
  /** Leads that were known: by these messages more is known of them, or nothing new. */
  updated: number;
  unchanged: number;
  notLeads: number;
  /** From a known lead, who asks for nothing new. */
  replies: number;
  unreadable: number;
  qualified: number;
}

export const NO_MAIL: Readonly<MailCounts> = {
  processed: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  notLeads: 0,
  replies: 0,
  unreadable: 0,
  qualified: 0,
};

/** The sum, part by part. */
export function addMail(a: MailCounts, b: MailCounts): MailCounts {
  return {
    processed: a.processed + b.processed,
    created: a.created + b.created,
    updated: a.updated + b.updated,
    unchanged: a.unchanged + b.unchanged,
    notLeads: a.notLeads + b.notLeads,
    replies: a.replies + b.replies,
    unreadable: a.unreadable + b.unreadable,
    qualified: a.qualified + b.qualified,
  };
}

/** In words, for the line that tells of a sync. */
export function mailSummary(counts: MailCounts): string {
  const known = counts.updated + counts.unchanged;
  const parts = [`${counts.processed} messages`, `${counts.created} new leads`];
  if (known > 0) parts.push(`${known} from known leads`);
  if (counts.replies > 0) parts.push(`${counts.replies} replies`);
  if (counts.unreadable > 0) parts.push(`${counts.unreadable} unreadable`);
  return parts.join(", ");
}
