import { intentsOfWord } from "#server/assistant/understanding/intent-model.ts";
import type { IntentId } from "#server/assistant/understanding/intents.ts";
import type { LeadQuestion } from "#server/assistant/understanding/lead-phrases.ts";
import type { Wording } from "#server/assistant/understanding/words.ts";

/** No answer says what a figure comes from. */
export const FIGURES: ReadonlySet<IntentId> = new Set([
  "by_source",
  "by_country",
  "by_time",
  "by_status",
  "by_owner",
  "average_score",
  "field_figures",
  "conversion",
  "compare",
  "decided",
  "count_leads",
]);
/** Intents that use a filter in their own way. */
export const COUNTING: ReadonlySet<string> = new Set([
  "act",
  "count_leads",
  "list_leads",
  "decided",
  "by_source",
  "by_country",
  "by_time",
  "by_owner",
  "by_status",
  "field_figures",
  "lead_field",
  "lead_status",
  "lead_score",
  "average_score",
  "conversion",
  "help",
] satisfies IntentId[]);

/** What leads were asked for is not all of these questions. */
export const MORE_THAN_LEADS: ReadonlySet<IntentId> = new Set(["count_leads", "act", "decided", "compare"] as const);

/** Shorter words, such as "why", say little. */
const SHORTEST = 4;

/** Whether a figure would ignore a word that none of its questions has: "leads I haven't touched since October". */
export function asksOther({ words }: Wording, { leftOver }: LeadQuestion, intent: IntentId): boolean {
  if (COUNTING.has(intent) || intent.startsWith("lead_")) return false;
  return words.some(({ meant, field, isOfName }) => {
    if (field !== undefined || isOfName === true || meant.length < SHORTEST || !leftOver.includes(meant)) return false;
    return intentsOfWord(meant)?.has(intent) === false;
  });
}
