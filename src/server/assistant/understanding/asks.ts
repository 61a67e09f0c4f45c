import type { CustomField } from "#shared/contract/leads/lead-field.ts";
import { LEAD_STATUSES, type LeadStatus } from "#shared/lead-status.ts";
import { groupingsIn, type Grouping } from "#server/assistant/understanding/grouping.ts";
import { fieldsIn, type AskedField, type Wording } from "#server/assistant/understanding/words.ts";

/** What of some leads a question asks for, which a question that follows it keeps unless it asks for another. */
export interface Asks {
  /** What the figures are grouped by. */
  by: readonly (Grouping | CustomField)[];
  score: "average" | "median" | "spread" | null;
  /** A custom field, with its figure. */
  field: AskedField | null;
  statuses: readonly LeadStatus[];
  isShare: boolean;
  isRate: boolean;
  /** Which groups are good or bad, by how many of their leads qualify. */
  isQuality: boolean;
  isAverage: boolean;
  /** The time from arrival to decision. */
  isDuration: boolean;
  /** Two time spans are compared. */
  isCompared: boolean;
  /** The groups that come first. */
  first: "most" | "least" | "dropped";
}

const LEAST =
  /\b(?:worst|junk|garbage|useless|rubbish|spam|least|fewest|lowest|waste|slowest|weakest|poorest|quietest|smallest|none)\b/u;
const QUALITY =
  /\b(?:best|better|good|quality|worth|keep|perform\w*|worst|weakest|strongest|junk|garbage|useless|rubbish|spam|waste|useful|switch off|(?:should|could|to|can|must) (?:(?:we|i) )?(?:drop|stop|cut|cancel|give up|get rid of))\b/u;
const RATE = /\b(?:rates?|ratios?|conver\w+)\b/u;
/** "How many leads per country, and how many of them qualified?" */
const OF_THOSE = /\b(?:per|by|each)\b.* how many of (?:them|those|these)\b/u;
export const SHARE = /\b(?:shares?|percent\w*|proportion|fraction)\b/u;
const DROPPED =
  /\b(?:dried|quiet|slowed|fading|dying|dropped|drops|dropping|fell|fewer|less|decreas\w*|declin\w*|lower)\b/u;
const COMPARED =
  /\b(?:compar\w+|difference between|(?:than|versus|vs|against|beat|beats|beating) (?:the |in |during )*(?:last|this|today|yesterday|before|previous|january|february|march|april|may|june|july|august|september|october|november|december)|before that|previous|(?:go|goes|going|went|gone) (?:up|down)|(?:getting|got) (?:better|worse)|improv\w*|grew|grown|growth|increas\w*|chang\w+)\b/u;
const OF_REST = /\bcompar\w+ (?:to|with) (?:the )?(?:average|rest|others?|all)\b/u;
const OF_SCORES =
  /\b(?:average|mean|median|typical)\b.*\b(?:scores?|points)\b|\bscores?\b.*\b(?:average|mean|median)\b|^(?:are|is|did|have|do)(?: (?:the|our|lead))* scores? (?!of\b)(?:\w+ )?(?:going|getting|rising|falling|improv\w*|go|gone|went|better|worse)\b|\b(?:compan|countr|industr|sector|source|owner|tag|title)\w* by (?:the |their )?(?:scores?|points)\b/u;
const SPREAD =
  /\b(?:distribution|distributed|histogram|buckets?|brackets?|bands?|spread)\b.*\bscores?\b|\bscores?\b.*\b(?:distribution|distributed|histogram|buckets?|brackets?|bands?|spread)\b/u;
const DURATION =
  /\b(?:how (?:long|quick|quickly|fast|soon)|time|days?|slow\w*|fast\w*|quick\w*)\b.*\b(?:approv\w*|reject\w*|decid\w*|decisions?)\b|\b(?:slow|fast|quick)(?:est|er)\b(?! (?:day|week|month|hour)s?\b)/u;
const STEMS: Readonly<Record<LeadStatus, RegExp>> = {
  pending: /\b(?:pending|undecided)/u,
  qualified: /\bqualif/u,
  approved: /\bapprov/u,
  rejected: /\breject/u,
};

export function asksIn(wording: Wording): Asks {
  const { text } = wording;
  const fields = fieldsIn(wording);
  const isDropped = DROPPED.test(text);
  const isDuration = DURATION.test(text);
  const isFast = /\b(?:fast|quick)/u.test(text);
  const by = [...fields.filter(({ figure }) => figure === "each"), ...groupingsIn(wording).groupings];
  // "Budget per segment", "which segment has the highest budget"
  const amount = fields.find(
    ({ kind, figure, conditions, sort }) =>
      kind === "number" && figure === undefined && (conditions === undefined || sort !== undefined),
  );
  const summed = by.length === 0 || amount === undefined ? null : { ...amount, figure: "total" as const };
  return {
    by,
    score: OF_SCORES.test(text)
      ? /\bmedian\b/u.test(text)
        ? "median"
        : "average"
      : SPREAD.test(text)
        ? "spread"
        : null,
    field: fields.find(({ figure }) => figure === "average" || figure === "total") ?? summed,
    statuses: LEAD_STATUSES.filter((status) => STEMS[status].test(text)),
    isShare: SHARE.test(text),
    isRate: RATE.test(text) || OF_THOSE.test(text),
    isQuality: QUALITY.test(text),
    isAverage: /\baverage\b/u.test(text),
    isDuration,
    isCompared: isDropped || (COMPARED.test(text) && !OF_REST.test(text)),
    first: isDuration ? (isFast ? "least" : "most") : LEAST.test(text) ? "least" : isDropped ? "dropped" : "most",
  };
}

/** Whether it asks for a figure rather than for leads. */
export function hasFigure({ score, field, isShare, isRate, isDuration }: Asks): boolean {
  return (score ?? field) !== null || isShare || isRate || isDuration;
}

/** What a question asks for that follows another. */
export function overlaidAsks(before: Asks, now: Asks): Asks {
  const figures = hasFigure(now) || now.statuses.length > 1 ? now : before;
  return {
    ...figures,
    by: now.by.length === 0 ? before.by : now.by,
    statuses: now.statuses.length === 0 || (figures === before && before.isRate) ? before.statuses : now.statuses,
    isQuality: now.isQuality || (figures === before && before.isQuality),
    isCompared: now.isCompared || before.isCompared,
    first: now.first,
  };
}
