import { LIMITS } from "#shared/limits.ts";
import type { MissingInfo } from "#shared/lead-status.ts";

/** What can be learned from of a lead: only what is stored on it. */
export interface LearnableLead {
  /** One for each keyword found, with the points its rule gives when a lead is new. */
  parts: readonly { ruleId: string; keyword: string; points: number }[];
  source: string;
  missing: readonly MissingInfo[];
  /** Whole days from its arrival to its decision, or to now; null where the arrival is not known. */
  ageDays: number | null;
  /** Whether the address is of a provider of private mail; null without an address. */
  isFreeMail: boolean | null;
  /** What is said of the lead: industry, title, notes and facts, never who or where it is. */
  texts: readonly string[];
  /** Who it is, whose words are no keywords: name, company, address. */
  ownNames: readonly string[];
}

/** What the rules say of a lead when it is new, from 0 to 100. */
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

/** A rule as far as decisions teach about it. */
export interface TaughtRule {
  id: string;
  name: string;
  keywords: readonly string[];
  scoreWeight: number;
  isActive: boolean;
}

/** Whether a folded word may be a keyword: none that only holds sentences together, and nobody's name. */
export type IsOrdinaryWord = (word: string) => boolean;
