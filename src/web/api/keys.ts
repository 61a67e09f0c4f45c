import type { ChangeTopic } from "#shared/contract/event.ts";

/** Every query's key starts with its noun, so that one prefix invalidates all of it. */
export const keys = {
  leads: ["leads"],
  leadLists: ["leads", "list"],
  leadDetails: ["leads", "detail"],
  leadDetail: (id: string) => ["leads", "detail", id],
  rules: ["rules"],
  dataSources: ["data-sources"],
  emailSettings: ["email-settings"],
  settings: ["settings"],
  scrapeTargets: ["scrape-targets"],
  scraperFigures: ["scraper", "figures"],
  mailbox: ["mailbox"],
  processedEmails: ["mailbox", "emails"],
  formHook: ["form-hook"],
  formSubmissions: ["form-submissions", "list"],
  formSubmission: (id: string) => ["form-submissions", "detail", id],
  imports: ["imports"],
  stats: ["dashboard", "stats"],
  pipeline: ["dashboard", "pipeline"],
  activity: ["dashboard", "activity"],
  systemStatus: ["dashboard", "status"],
  /** The pictures of the dashboard. */
  figures: ["dashboard", "figures"],
  ruleContributions: ["dashboard", "figures", "rule-contributions"],
  leadViews: ["lead-views"],
  notifications: ["notifications"],
  sampleLeads: ["sample-leads"],
  support: ["support"],
} as const;

/** Which answers to read again when the server says that a topic changed. */
export const keysOfTopic: Record<ChangeTopic, readonly (readonly string[])[]> = {
  leads: [
    keys.leads,
    keys.stats,
    keys.pipeline,
    keys.figures,
    keys.scraperFigures,
    keys.formSubmissions,
    keys.notifications,
    keys.sampleLeads,
  ],
  rules: [keys.rules, keys.stats, keys.figures, keys.sampleLeads],
  "data-sources": [keys.dataSources, keys.systemStatus, keys.notifications],
  "email-settings": [keys.emailSettings, keys.systemStatus, keys.notifications],
  settings: [keys.settings, keys.systemStatus, keys.figures, keys.notifications],
  "scrape-targets": [keys.scrapeTargets, keys.scraperFigures, keys.notifications],
  mailbox: [keys.mailbox, keys.notifications],
  "form-submissions": [keys.formHook, keys.formSubmissions, keys.scraperFigures],
  imports: [keys.imports],
  activity: [keys.activity],
  status: [keys.systemStatus, keys.notifications],
  "lead-views": [keys.leadViews],
  notifications: [keys.notifications],
  "rule-contributions": [keys.ruleContributions],
};
