import type { AutomationRules } from "#shared/contract/mailbox.ts";
import { DEFAULT_RULE, type NewRule } from "#shared/contract/rule.ts";
import { LIMITS } from "#shared/limits.ts";

/** The rules of the sample team, which sells planning of stock and deliveries. Every score of the sample comes from them. */
export const SAMPLE_RULES: readonly NewRule[] = [
  {
    ...DEFAULT_RULE,
    name: "Asks for an offer",
    keywords: ["demo", "pricing", "price list", "quote", "proposal", "free trial"],
    scoreWeight: 15,
  },
  {
    ...DEFAULT_RULE,
    name: "Has the money",
    keywords: ["budget", "tender", "RFP", "signed off", "inversión", "予算"],
    scoreWeight: 20,
  },
  {
    ...DEFAULT_RULE,
    name: "Decides",
    keywords: [
      "director*",
      "head of",
      "founder",
      "owner",
      "CEO",
      "COO",
      "vice president",
      "Geschäftsführer*",
      "gérant*",
      "代表取締役",
    ],
    scoreWeight: 20,
  },
  {
    ...DEFAULT_RULE,
    name: "In a hurry",
    keywords: ["urgent", "as soon as possible", "this quarter", "deadline", "dringend", "urgente", "至急"],
    scoreWeight: 15,
  },
  {
    ...DEFAULT_RULE,
    name: "Asks in their own language",
    keywords: [
      "Angebot",
      "Preisliste",
      "Vorführung",
      "devis",
      "tarif",
      "démonstration",
      "presupuesto",
      "precios",
    ].concat(["見積", "デモ"]),
    scoreWeight: 15,
  },
  {
    ...DEFAULT_RULE,
    name: "Industries we know",
    keywords: ["logistics", "wholesale", "manufacturing", "food", "healthcare"],
    scoreWeight: 10,
  },
  {
    ...DEFAULT_RULE,
    name: "Grows",
    keywords: ["second warehouse", "new site", "multiple locations", "expand*"],
    scoreWeight: 10,
  },
  {
    ...DEFAULT_RULE,
    name: "Met at a fair",
    keywords: ["fair", "booth", "badge scan"],
    scoreWeight: 25,
    isActive: false,
  },
];

/** What the team wants its mail to be judged by besides: messages about what it sells, none of a list. */
export const SAMPLE_MAIL_RULES: AutomationRules = {
  inclusionKeywords: [
    "delivery planner",
    "plans the rounds",
    "route planning",
    "Tourenplanung",
    "planification de tournées",
    "planificación de rutas",
  ],
  exclusionKeywords: ["unsubscribe"],
  minimumConfidence: LIMITS.mailbox.minimumConfidence.default,
};
