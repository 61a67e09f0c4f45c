import { LIMITS } from "#shared/limits.ts";
import type { MissingInfo } from "#shared/lead-status.ts";

/** The features of a lead that can be learned from, all taken from stored data. */
export interface LearnableLead {
  /** One per keyword found, with the points its rule gives a new lead. */
  parts: readonly { ruleId: string; keyword: string; points: number }[];
  source: string;
  missing: readonly MissingInfo[];
  /** Whole days from arrival to decision, or to now; null when the arrival time is unknown. */
  ageDays: number | null;
  /** Whether the address belongs to a free email provider; null without an address. */
  isFreeMail: boolean | null;
  /** Descriptive text: industry, title, notes and facts, but no identity or location. */
  texts: readonly string[];
  /** Name, company and address; their words can't become keywords. */
  ownNames: readonly string[];
}

/** The score the rules give the lead when it is new, from 0 to 100. */
export function scoreOf({ parts }: Pick<LearnableLead, "parts">): number {
  const sum = parts.reduce((total, { points }) => total + points, 0);
  return Math.min(LIMITS.score.max, Math.max(LIMITS.score.min, sum));
}

/** A lead that a person decided on. */
export interface Decision extends LearnableLead {
  id: string;
  name: string;
  /** Approved or qualified by a person, and not rejected. */
  isPositive: boolean;
}

/** The part of a rule that decisions can adjust. */
export interface TaughtRule {
  id: string;
  name: string;
  keywords: readonly string[];
  scoreWeight: number;
  isActive: boolean;
}

/** Whether a folded word may be a keyword: neither a stop word nor a person's name. */
export type IsOrdinaryWord = (word: string) => boolean;
