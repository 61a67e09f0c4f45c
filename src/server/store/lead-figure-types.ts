import type { LeadStatus } from "#shared/lead-status.ts";

/** How many leads there are of a score and status. */
export interface ScoreTotal {
  score: number;
  status: LeadStatus;
  count: number;
}

/** A lead as far as its points go. */
export interface ScoredLead {
  status: LeadStatus;
  score: number;
  /** One for each keyword found; empty for a lead without points. */
  parts: { ruleId: string; points: number }[];
}

/** What the figures of the dashboard are made of. */
export interface LeadFigures {
  /** Kept up to date by each change, never counted by scanning. */
  scoreTotals(): Promise<ScoreTotal[]>;
  /**
   * How many leads of each source were created from one moment up to the next: an item for each moment but the last,
   * without the sources that have none. Kept figures of quarters of an hour, to which the moments are rounded down.
   */
  createdBySource(moments: readonly string[]): Promise<Record<string, number>[]>;
  /** The points of the next `limit` leads with an id above `afterId`, in order of id; null at the end. */
  points(afterId: string | null, limit: number): Promise<{ lastId: string; leads: ScoredLead[] } | null>;
}
