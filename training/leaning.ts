import { kindOf } from "#server/email-analysis/model/features.ts";
import { ASKING_ABOUT } from "#server/email-analysis/model/lexicon/asking-about.ts";
import { OFFERING } from "#server/email-analysis/model/lexicon/offering.ts";
import { OTHER_MAIL } from "#server/email-analysis/model/lexicon/other-mail.ts";
import { OWN_BUSINESS } from "#server/email-analysis/model/lexicon/own-business.ts";
import { TRADES } from "#server/email-analysis/model/lexicon/trades.ts";
import { WANTING } from "#server/email-analysis/model/lexicon/wanting.ts";

/** Of 0, 0.15, 0.3 and 0.5 the one that did best on authors left out. */
const LEANING = 0.3;
const MEANINGS = ["says", "asks", "subject", "opens"];

const FOR = new Set([...WANTING, ...ASKING_ABOUT, ...TRADES].map(({ name }) => name));
const AGAINST = new Set([...OFFERING, ...OTHER_MAIL, ...OWN_BUSINESS].map(({ name }) => name));

/**
 * The weight of a feature before any message is learned from: what a buyer says speaks for a lead, what everybody else says
 * against it, and the messages only have to tell how much.
 */
export function leaningOf(feature: string): number {
  const kind = kindOf(feature);
  if (!MEANINGS.includes(kind)) return 0;
  const meaning = feature.slice(kind.length + 1);
  if (FOR.has(meaning)) return LEANING;
  return AGAINST.has(meaning) ? -LEANING : 0;
}
