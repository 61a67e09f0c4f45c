/** In display order. */
export const FIGURE_TITLES = {
  overTime: "Leads over time",
  funnel: "Funnel",
  scores: "Scores",
  rules: "Rule performance",
} as const;
