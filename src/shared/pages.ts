export interface Page {
  path: string;
  /** In the sidebar, the header, the window title and links. */
  title: string;
  /** Next to the title in the header. */
  description?: string;
}

/**
 * Every page behind the sign-in. Routes, plain paths, the pages the assistant may link to and the suggestion for an
 * unknown URL derive from it.
 */
export const PAGES = {
  dashboard: { path: "/", title: "Dashboard", description: "Monitor your lead generation performance" },
  leads: { path: "/leads", title: "Lead Management", description: "Manage and review all your leads" },
  leadScraper: {
    path: "/lead-scraper",
    title: "Lead Scraper",
    description: "Automatically discover and collect leads from multiple sources",
  },
  gmail: { path: "/gmail", title: "Gmail Integration" },
  rules: { path: "/rules", title: "Rules & Keywords" },
  setupGuide: { path: "/setup-guide", title: "Setup Guide", description: "Five steps to your first report" },
  dataSources: { path: "/data-sources", title: "Data Sources" },
  emailSettings: { path: "/email-settings", title: "Email Settings" },
  integrations: {
    path: "/integrations",
    title: "Integrations",
    description: "Send leads to a CRM, and events to other apps and chats",
  },
  configuration: { path: "/configuration", title: "Configuration" },
  jobs: { path: "/jobs", title: "Schedules & Jobs", description: "Scheduled, running and failed jobs" },
  history: { path: "/history", title: "History", description: "See changes and undo them" },
  account: { path: "/account", title: "Account" },
  team: { path: "/team", title: "Team" },
} as const satisfies Readonly<Record<string, Page>>;

/** The parts of Configuration that links can open. */
export const CONFIGURATION_PARTS = [
  "lead-processing",
  "sync",
  "follow-up",
  "notifications",
  "lead-limits",
  "follow-up-timing",
  "backup",
  "tags",
  "company-facts",
  "custom-fields",
] as const;
export type ConfigurationPart = (typeof CONFIGURATION_PARTS)[number];

export type PageName = keyof typeof PAGES;
export type PagePath = (typeof PAGES)[PageName]["path"];

export const PAGE_NAMES = Object.keys(PAGES) as PageName[];

export function pageOf(name: PageName): Page {
  return PAGES[name];
}
