import { LIMITS } from "#shared/limits.ts";

export interface LeadCount {
  count: number;
  /** False when counting stopped at a limit: then there are at least `count`. */
  exact: boolean;
}

/** The result of a count that stops at one more than `upTo`. */
export function countOf(found: number, upTo: number): LeadCount {
  return { count: Math.min(found, upTo), exact: found <= upTo };
}

/** How many leads a count examines that is to be exact up to `upTo` leads. */
export function lookedAtFor(upTo: number, { lookedAt }: { lookedAt: number }): number {
  return lookedAt * Math.max(1, upTo / LIMITS.list.exactCountUpTo);
}
