/** The figures in the order in which they stand. */
export const FIGURE_TITLES = {
  overTime: "Leads over time",
  funnel: "Funnel",
  scores: "Scores",
  rules: "What your rules give",
} as const;
