import type { Judgement } from "#server/intake/assess-lead.ts";
import { decideStatus } from "#server/intake/qualify.ts";
import { scoreLead, type Score } from "#server/intake/score-lead.ts";
import type { StoredLead } from "#shared/lead-record.ts";

/**
 * A stored lead after rules or threshold changed; null when its score, parts, keywords and status stay as they are. Only
 * another status counts as something that happened to the lead: new points alone do not keep an old lead from being
 * removed.
 */
export function rescoreLead(lead: StoredLead, { ruleset, threshold, today, now }: Judgement): StoredLead | null {
  const score = scoreLead(lead, ruleset, today);
  const status = decideStatus({ ...lead, ...score }, threshold);
  if (status === lead.status && isSameScore(lead, score)) return null;
  const updatedAt = status === lead.status ? lead.updatedAt : now;
  return { ...lead, ...score, status, processedAt: now, updatedAt };
}

function isSameScore(a: Score, b: Score): boolean {
  if (a.score !== b.score || a.scoreParts.length !== b.scoreParts.length) return false;
  return JSON.stringify([a.keywords, a.scoreParts]) === JSON.stringify([b.keywords, b.scoreParts]);
}
