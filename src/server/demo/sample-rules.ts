import type { NewRule } from "#shared/contract/rule.ts";

/** The rules of the sample team, which sells planning of stock and deliveries. Every score of the sample comes from them. */
export const SAMPLE_RULES: readonly NewRule[] = [
  {
    name: "Asks for an offer",
    keywords: ["demo", "pricing", "price list", "quote", "proposal", "free trial"],
    scoreWeight: 15,
    isActive: true,
  },
  {
    name: "Has the money",
    keywords: ["budget", "tender", "RFP", "signed off", "inversión", "予算"],
    scoreWeight: 20,
    isActive: true,
  },
  {
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
    isActive: true,
  },
  {
    name: "In a hurry",
    keywords: ["urgent", "as soon as possible", "this quarter", "deadline", "dringend", "urgente", "至急"],
    scoreWeight: 15,
    isActive: true,
  },
  {
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
    isActive: true,
  },
  {
    name: "Industries we know",
    keywords: ["logistics", "wholesale", "manufacturing", "food", "healthcare"],
    scoreWeight: 10,
    isActive: true,
  },
  {
    name: "Grows",
    keywords: ["second warehouse", "new site", "multiple locations", "expand*"],
    scoreWeight: 10,
    isActive: true,
  },
  { name: "Met at a fair", keywords: ["fair", "booth", "badge scan"], scoreWeight: 25, isActive: false },
];
