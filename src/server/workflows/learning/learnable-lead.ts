import type { LearnableLead } from "#server/learning/decision.ts";
import { missingInfoOf } from "#server/intake/qualify.ts";
import { isFreeMailDomain } from "#server/reading/domains.ts";
import { impersonalText } from "#server/workflows/learning/impersonal-text.ts";
import type { ScorePart, StoredLead } from "#shared/lead-record.ts";
import { LEAD_TEXT_FIELDS, type LeadTextField } from "#shared/raw-lead.ts";

const DAY_MILLISECONDS = 86_400_000;

/** The fields of a stored lead that can be learned from. */
export type LeadToLearn = Pick<
  StoredLead,
  LeadTextField | "source" | "facts" | "provenance" | "otherValues" | "scoreParts" | "createdAt"
>;

/**
 * What can be learned from of a lead at a moment (ISO 8601 UTC): of one that was decided on the moment of the decision.
 * Points are those of a new lead, so that it does not matter how long ago that was. What a person wrote into the lead
 * after it came in is left out: people write more of those they have approved, and would be told so.
 */
export function learnableLead(lead: LeadToLearn, at: string): LearnableLead {
  const came = asItCame(lead);
  const { name, email, company, industry, title, notes, facts } = came;
  const days = Math.floor((Date.parse(at) - Date.parse(lead.createdAt)) / DAY_MILLISECONDS);
  const mailHost = email.includes("@") ? email.slice(email.lastIndexOf("@") + 1) : null;
  return {
    parts: lead.scoreParts
      .filter((part) => wasThere(part, lead, came))
      .map(({ ruleId, keyword, points, full = points }) => ({ ruleId, keyword, points: full })),
    source: lead.source,
    missing: missingInfoOf(came),
    ageDays: Number.isFinite(days) ? Math.max(0, days) : null,
    isFreeMail: mailHost === null ? null : isFreeMailDomain(mailHost),
    texts: [industry, title, notes, ...facts.map(({ value }) => value)]
      .filter((text) => text !== "")
      .map((text) => impersonalText(text)),
    ownNames: [name, lead.name, company, lead.company, email],
  };
}

/** The lead with what sources said, or whoever added it, in the place of what a person made of that. */
function asItCame(lead: LeadToLearn): LeadToLearn {
  const came = { ...lead };
  for (const field of LEAD_TEXT_FIELDS) {
    if (lead.provenance[field]?.method !== "edited") continue;
    const before = lead.otherValues.findLast((other) => other.field === field && other.origin?.method !== "edited");
    came[field] = before?.value ?? "";
  }
  return came;
}

/** Whether a keyword was found in what the lead came with. */
function wasThere({ field, start, end }: ScorePart, lead: LeadToLearn, came: LeadToLearn): boolean {
  const edited = LEAD_TEXT_FIELDS.find((each) => each === field && came[each] !== lead[each]);
  if (edited === undefined) return true;
  return came[edited].toLowerCase().includes(lead[edited].slice(start, end).toLowerCase());
}
