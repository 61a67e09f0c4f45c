import { DEFAULT_RULE, type NewRule } from "#shared/contract/rule.ts";

/** Example rules: each matches some sample people, and together they spread the scores. */
export const SAMPLE_RULES: readonly NewRule[] = [
  {
    ...DEFAULT_RULE,
    name: "Asks for a price",
    keywords: ["quote", "pricing", "price list", "offer", "proposal"],
    scoreWeight: 20,
  },
  {
    ...DEFAULT_RULE,
    name: "Wants to start soon",
    keywords: ["urgent", "as soon as possible", "this month", "next month", "deadline"],
    scoreWeight: 15,
  },
  {
    ...DEFAULT_RULE,
    name: "Is a decision maker",
    keywords: ["owner", "founder", "CEO", "director", "head of", "budget"],
    scoreWeight: 15,
  },
];
