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
} as const;

/** Which answers to read again when the server says that a topic changed. */
export const keysOfTopic: Record<ChangeTopic, readonly (readonly string[])[]> = {
  leads: [keys.leads, keys.stats, keys.pipeline, keys.scraperFigures, keys.formSubmissions],
  rules: [keys.rules, keys.stats],
  "data-sources": [keys.dataSources, keys.systemStatus],
  "email-settings": [keys.emailSettings, keys.systemStatus],
  settings: [keys.settings, keys.systemStatus],
  "scrape-targets": [keys.scrapeTargets, keys.scraperFigures],
  mailbox: [keys.mailbox],
  "form-submissions": [keys.formHook, keys.formSubmissions, keys.scraperFigures],
  imports: [keys.imports],
  activity: [keys.activity],
  status: [keys.systemStatus],
};
