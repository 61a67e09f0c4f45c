/**
 * What a question can ask for; training/assistant has examples of each. It is a `figure`, whose causes no answer knows;
 * uses a filter in its own way (`filtered`); may be asked by groups (`grouped`); is asked of more than leads (`more`);
 * is answered only in `english`.
 */
const TRAITS = {
  greeting: "",
  thanks: "",
  secret: "english",
  act: "filtered more",
  lead_score: "filtered",
  lead_to_qualify: "",
  lead_status: "filtered",
  lead_missing: "",
  lead_origin: "",
  lead_duplicates: "english",
  lead_history: "",
  lead_field: "filtered",
  lead_about: "",
  lead_comments: "",
  lead_colleagues: "",
  count_leads: "figure filtered more",
  list_leads: "filtered grouped",
  decided: "figure filtered more",
  decision_time: "",
  keywords: "",
  duplicates: "grouped",
  follow_ups: "",
  by_source: "figure filtered",
  by_country: "figure filtered",
  by_time: "figure filtered",
  by_field: "grouped",
  by_status: "figure filtered",
  by_owner: "figure filtered",
  tags: "grouped",
  accounts: "grouped english",
  mentions: "english",
  comments: "english",
  integrations: "english",
  conversion: "figure filtered",
  compare: "figure more",
  average_score: "figure filtered",
  field_figures: "figure filtered",
  rules: "",
  rules_that_work: "",
  suggest_rules: "",
  what_if: "",
  settings: "english",
  sources: "",
  last_sync: "",
  next_sync: "",
  skipped: "",
  imports: "english",
  forms: "grouped english",
  scrapes: "english",
  mailbox: "english",
  reports: "",
  backups: "english",
  schedules: "english",
  work: "english",
  failing: "",
  activity: "",
  help: "filtered grouped",
  none: "grouped",
} as const;
export type IntentId = keyof typeof TRAITS;

export const INTENTS = Object.keys(TRAITS) as IntentId[];

/** The intents with a trait. */
function having(trait: "figure" | "filtered" | "grouped" | "more" | "english"): ReadonlySet<IntentId> {
  return new Set(INTENTS.filter((intent) => TRAITS[intent].split(" ").includes(trait)));
}

export const FIGURES = having("figure");
export const FILTERED = having("filtered");
export const GROUPED = FIGURES.union(having("grouped"));
export const MORE_THAN_LEADS = having("more");
export const ENGLISH_ONLY = having("english");
