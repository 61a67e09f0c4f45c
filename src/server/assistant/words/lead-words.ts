import type { LeadFilter } from "#shared/contract/lead.ts";
import type { LeadStatus, MissingInfo } from "#shared/lead-status.ts";
import { numberWords } from "#server/assistant/words/moment.ts";

const SOURCES: Readonly<Record<string, string>> = {
  manual: "added by hand",
  google_sheets: "from Google Sheets",
  email: "from email",
  website: "from websites",
  form: "from web forms",
  file: "from files",
  sample: "of the sample",
};

const MISSING: Readonly<Record<MissingInfo, string>> = {
  email: "an email address",
  phone: "a phone number",
  company: "a company",
  need: "a known need",
};

/** "3 pending leads from Google Sheets that arrived this week"; `inTime` is the stretch of time in words. */
export function leadsWords(count: number, filter: LeadFilter, inTime: string | null, isExact = true): string {
  const noun = count === 1 ? "lead" : "leads";
  const status = filter.status === undefined || filter.status === "all" ? "" : `${filter.status} `;
  return `${isExact ? "" : "more than "}${count === 0 ? "no" : numberWords(count)} ${status}${noun}${restWords(filter, inTime)}`;
}

/** What narrows the leads besides their status, with a space before it. */
function restWords(filter: LeadFilter, inTime: string | null): string {
  const { source, search, minScore, maxScore, keyword, missing } = filter;
  const parts = [
    source === undefined ? "" : (SOURCES[source] ?? `from ${source}`),
    search === undefined ? "" : `matching “${search}”`,
    scoreWords(minScore, maxScore),
    keyword === undefined ? "" : `with the keyword “${keyword}”`,
    missing === undefined ? "" : `without ${MISSING[missing]}`,
    inTime === null ? "" : `that arrived ${inTime}`,
  ].filter(Boolean);
  return parts.map((part) => ` ${part}`).join("");
}

export function sourceWords(kind: string): string {
  const words = SOURCES[kind] ?? kind.replaceAll("_", " ");
  return words.replace(/^(?:from|of) /u, "");
}

export function missingWords(missing: MissingInfo): string {
  return MISSING[missing];
}

/** A status as a sentence about a lead ends with it, with its verb. */
export function statusWords(status: LeadStatus, setBy: "rule" | "person"): string {
  if (setBy === "person") return status === "pending" ? "was set to pending by a person" : `was ${status} by a person`;
  return status === "qualified" ? "is qualified by its score" : `is ${status}`;
}

function scoreWords(min: number | undefined, max: number | undefined): string {
  if (min !== undefined && max !== undefined) {
    return min === max ? `with a score of ${min}` : `with a score from ${min} to ${max}`;
  }
  if (min !== undefined) return `with a score of ${min} or more`;
  return max === undefined ? "" : `with a score of ${max} or less`;
}
