import type { StoredLead } from "#shared/lead-record.ts";

/** What of a stored lead scoring it afresh needs, in the shape that costs least; JSON stays the text that is stored. */
export interface StaleLead extends Pick<
  StoredLead,
  | "id"
  | "name"
  | "status"
  | "statusSetBy"
  | "score"
  | "createdAt"
  | "company"
  | "industry"
  | "title"
  | "notes"
  | "email"
> {
  revision: number;
  facts: string;
  keywords: string;
  scoreParts: string;
}

/** What a lead of that revision has become. */
export interface RescoredLead extends Pick<StaleLead, "id" | "revision" | "score" | "status" | "scoreParts"> {
  /** Null when they stay. */
  keywords: string | null;
  /** What its timeline is to say; null when its status stays. */
  turn: LeadTurn | null;
}

/** Another status that the rules gave to a lead, and why, in words. */
export interface LeadTurn extends Pick<StoredLead, "name"> {
  was: StoredLead["status"];
  description: string;
}
