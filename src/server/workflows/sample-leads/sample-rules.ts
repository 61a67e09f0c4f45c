import type { NewRule } from "#shared/contract/rule.ts";

/** Rules that show what rules do: each finds some of the sample's people, and together they spread the scores. */
export const SAMPLE_RULES = [
  {
    name: "Asks for a price",
    keywords: ["quote", "pricing", "price list", "offer", "proposal"],
    scoreWeight: 20,
    isActive: true,
  },
  {
    name: "Wants to start soon",
    keywords: ["urgent", "as soon as possible", "this month", "next month", "deadline"],
    scoreWeight: 15,
    isActive: true,
  },
  {
    name: "Decides about it",
    keywords: ["owner", "founder", "CEO", "director", "head of", "budget"],
    scoreWeight: 15,
    isActive: true,
  },
] as const satisfies readonly NewRule[];
