import type { StoredLead } from "#shared/lead-record.ts";
import type { LearnableLead } from "#server/learning/decision.ts";
import { isFreeMailDomain } from "#server/reading/domains.ts";

const DAY_MILLISECONDS = 86_400_000;

/** The fields of a stored lead that can be learned from. */
export type LeadToLearn = Pick<
  StoredLead,
  | "name"
  | "email"
  | "company"
  | "industry"
  | "title"
  | "notes"
  | "source"
  | "facts"
  | "missingInfo"
  | "scoreParts"
  | "createdAt"
>;

/**
 * What can be learned from of a lead as it is at a moment (ISO 8601 UTC): of one that was decided on the moment of its
 * last change, which is nearly always its decision. Points are those of a new lead, so that it does not matter how long
 * ago a decision was.
 */
export function learnableLead(lead: LeadToLearn, at: string): LearnableLead {
  const { name, email, company, industry, title, notes, facts, source, missingInfo, scoreParts, createdAt } = lead;
  const days = Math.floor((Date.parse(at) - Date.parse(createdAt)) / DAY_MILLISECONDS);
  const mailHost = email.includes("@") ? email.slice(email.lastIndexOf("@") + 1) : null;
  return {
    parts: scoreParts.map(({ ruleId, keyword, points, full = points }) => ({ ruleId, keyword, points: full })),
    source,
    missing: missingInfo,
    ageDays: Number.isFinite(days) ? Math.max(0, days) : null,
    isFreeMail: mailHost === null ? null : isFreeMailDomain(mailHost),
    texts: [industry, title, notes, ...facts.map(({ value }) => value)].filter((text) => text !== ""),
    ownNames: [name, company, email],
  };
}
