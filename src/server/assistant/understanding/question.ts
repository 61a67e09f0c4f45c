import type { Language } from "#shared/language.ts";
import type { Asks } from "#server/assistant/understanding/asks.ts";
import type { RankedIntent } from "#server/assistant/understanding/intent-model.ts";
import type { IntentId } from "#server/assistant/understanding/intents.ts";
import type { LeadQuestion } from "#server/assistant/understanding/lead-phrases.ts";
import type { KnownNames } from "#server/assistant/understanding/mark-names.ts";
import type { TimeSpan } from "#server/assistant/understanding/time-span.ts";
import type { Word, Wording } from "#server/assistant/understanding/words.ts";

/** A question as understood. */
export interface Meaning {
  intent: IntentId;
  language: Language;
  /** In English words. */
  wording: Wording;
  /** The lead, as written; empty for "it" or the open page, undefined if the question names none. */
  who?: string;
  leads: LeadQuestion;
  /** The figures and groups it asks for. */
  asks: Asks;
  /** What else it may ask for, help texts included, most likely first. */
  ranked: readonly RankedIntent[];
  /** Whether another meaning is less likely, by far or by what the question says. */
  isSure: boolean;
  /** Whether it says "this lead": the open page is meant rather than the previous topic. */
  isOfThePage?: boolean;
  /** Whether it asks what the previous answer's figures come from. */
  isWhy?: true;
  /** What it is about besides leads: a rule, a source, the report. */
  subject?: readonly Word[];
  /** The lead it names, or refers to. */
  lead?: string;
  /** What the previous question meant, if this one refers to it. */
  before?: Meaning;
  /** What the previous question meant, whatever this one refers to. */
  previous?: Meaning;
  /** Whether it asks for the share of all leads. */
  isShare?: true;
  /** The sets of leads that it compares: "with a phone vs without". */
  sides?: readonly LeadQuestion[];
  /** The spans of the two questions before, to compare. */
  spans?: readonly [TimeSpan, TimeSpan];
  /** Leads of the list to pass over, for "and after that?". */
  skip?: number;
}

export interface Context {
  /** The question takes the one before back: "no, I meant only mine". */
  isCorrection: boolean;
  language: Language;
  now: Date;
  known: KnownNames;
}
