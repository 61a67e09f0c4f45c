import type { ScoringOptions } from "#server/pipeline/intake/assess-lead.ts";
import { decideStatus, missingInfoOf, qualificationStatusOf } from "#server/pipeline/intake/qualify.ts";
import { withAddressQuality } from "#server/pipeline/intake/lead-text.ts";
import { addRuleTags } from "#server/pipeline/intake/lead-tags.ts";
import { scoreWithin, type Score } from "#server/pipeline/intake/score-lead.ts";
import { fitFields } from "#server/pipeline/intake/fit-fields.ts";
import type { CustomField } from "#shared/contract/leads/lead-field.ts";
import type { StoredLead } from "#shared/lead-record.ts";

/**
 * Rescores a stored lead after rules or the threshold changed; null when its score, parts, keywords, tags and status stay
 * the same. Only a status change updates `updatedAt`: new points alone must not keep an old lead from being removed. A lead
 * that exceeds the budget is scored later, as in `assessLead`.
 */
export function rescoreLead(lead: StoredLead, scoring: ScoringOptions): StoredLead | null {
  const { threshold, now } = scoring;
  const score = scoreWithin(withAddressQuality(lead), scoring);
  if (score === null) return { ...lead, processedAt: null };
  const status = decideStatus({ ...lead, ...score }, threshold);
  const tagMarks = addRuleTags(lead.tagMarks, score.scoreParts, scoring.ruleTags);
  if (status === lead.status && isSameScore(lead, score) && tagMarks === lead.tagMarks) return null;
  const updatedAt = status === lead.status ? lead.updatedAt : now;
  return { ...lead, ...score, tagMarks, status, processedAt: now, updatedAt };
}

function isSameScore(a: Score, b: Score): boolean {
  if (a.score !== b.score || a.scoreParts.length !== b.scoreParts.length) return false;
  return JSON.stringify([a.keywords, a.scoreParts]) === JSON.stringify([b.keywords, b.scoreParts]);
}

/** Fields that leads deleted or merged by version 0.1 lack. */
const ADDED_SINCE = {
  nextStep: null,
  ownerId: null,
  owner: "",
  ownerSetBy: null,
  tagMarks: [],
  customFields: [],
} satisfies Partial<StoredLead>;

/**
 * Reassesses a lead whose values were restored. What is missing depends on all its current values, of which only some
 * were restored. Fields may have another type since.
 */
export function rescoreRestored(
  restored: StoredLead,
  scoring: ScoringOptions & { fields: readonly CustomField[] },
): StoredLead {
  const lead = { ...ADDED_SINCE, ...restored };
  const missingInfo = missingInfoOf(lead);
  const isInProgress = lead.qualificationStatus === "in_progress";
  const fitting = fitFields(lead, scoring.fields);
  const updated = { ...fitting, missingInfo, qualificationStatus: qualificationStatusOf(missingInfo, isInProgress) };
  return rescoreLead(updated, scoring) ?? updated;
}
