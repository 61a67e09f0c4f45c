import type { LearnableLead } from "#server/insight/learning/decision.ts";
import { missingInfoOf } from "#server/pipeline/intake/qualify.ts";
import { isFreeMailDomain } from "#server/pipeline/text/domains.ts";
import { impersonalText } from "#server/features/learning/impersonal-text.ts";
import { DAY } from "#shared/durations.ts";
import { LEAD_TEXT_FIELDS, type LeadTextField, SCORED_FIELDS } from "#shared/lead-fields.ts";
import type { ScorePart, StoredLead } from "#shared/lead-record.ts";

/** The fields that describe a lead; the company identifies it. */
const SAYING = SCORED_FIELDS.filter((field) => field !== "company");

/** The lead fields needed for learning. */
export type LeadToLearn = Pick<
  StoredLead,
  LeadTextField | "source" | "facts" | "provenance" | "otherValues" | "scoreParts" | "createdAt"
>;

/**
 * What can be learned from a lead at a given time (ISO 8601 UTC); for a decided lead, the time of the decision. Uses
 * the points of a new lead, so age doesn't matter. Ignores what people edited after the lead arrived: they write more
 * about leads they approve, so it would only confirm their decision.
 */
export function learnableLead(lead: LeadToLearn, at: string): LearnableLead {
  const came = asItCame(lead);
  const { name, email, company, facts } = came;
  const days = Math.floor((Date.parse(at) - Date.parse(lead.createdAt)) / DAY);
  const mailHost = email.includes("@") ? email.slice(email.lastIndexOf("@") + 1) : null;
  return {
    parts: lead.scoreParts
      .filter((part) => wasThere(part, lead, came))
      .map(({ ruleId, keyword, points, full = points }) => ({ ruleId, keyword, points: full })),
    source: lead.source,
    missing: missingInfoOf(came),
    ageDays: Number.isFinite(days) ? Math.max(0, days) : null,
    isFreeMail: mailHost === null ? null : isFreeMailDomain(mailHost),
    texts: [...SAYING.map((field) => came[field]), ...facts.map(({ value }) => value)]
      .filter((text) => text !== "")
      .map((text) => impersonalText(text)),
    ownNames: [name, lead.name, company, lead.company, email],
  };
}

/** The lead with original values, from its source or the person who added it, in place of edited ones. */
function asItCame(lead: LeadToLearn): LeadToLearn {
  const came = { ...lead };
  for (const field of LEAD_TEXT_FIELDS) {
    if (lead.provenance[field]?.method !== "edited") continue;
    const before = lead.otherValues.findLast((other) => other.field === field && other.origin?.method !== "edited");
    came[field] = before?.value ?? "";
  }
  return came;
}

/** Whether a keyword was found in the lead's original values. */
function wasThere({ field, start, end }: ScorePart, lead: LeadToLearn, came: LeadToLearn): boolean {
  const edited = LEAD_TEXT_FIELDS.find((each) => each === field && came[each] !== lead[each]);
  if (edited === undefined) return true;
  return came[edited].toLowerCase().includes(lead[edited].slice(start, end).toLowerCase());
}
