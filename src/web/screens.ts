import type { ComponentType } from "react";
import type { PageName } from "#shared/pages.ts";

/** Screens as separate chunks. Calling one loads it; the sidebar does so when a link is about to be pressed. */
export const screens = {
  dashboard: async () => (await import("#web/screens/dashboard/dashboard-screen.tsx")).DashboardScreen,
  leads: async () => (await import("#web/screens/leads/leads-screen.tsx")).LeadsScreen,
  leadScraper: async () => (await import("#web/screens/lead-scraper/lead-scraper-screen.tsx")).LeadScraperScreen,
  gmail: async () => (await import("#web/screens/gmail/gmail-screen.tsx")).GmailScreen,
  rules: async () => (await import("#web/screens/rules/rules-screen.tsx")).RulesScreen,
  setupGuide: async () => (await import("#web/screens/setup-guide/setup-guide-screen.tsx")).SetupGuideScreen,
  dataSources: async () => (await import("#web/screens/data-sources/data-sources-screen.tsx")).DataSourcesScreen,
  emailSettings: async () =>
    (await import("#web/screens/email-settings/email-settings-screen.tsx")).EmailSettingsScreen,
  configuration: async () => (await import("#web/screens/configuration/configuration-screen.tsx")).ConfigurationScreen,
  integrations: async () => (await import("#web/screens/integrations/integrations-screen.tsx")).IntegrationsScreen,
  jobs: async () => (await import("#web/screens/jobs/jobs-screen.tsx")).JobsScreen,
  history: async () => (await import("#web/screens/history/history-screen.tsx")).HistoryScreen,
  account: async () => (await import("#web/screens/account/account-screen.tsx")).AccountScreen,
  team: async () => (await import("#web/screens/team/team-screen.tsx")).TeamScreen,
  signIn: async () => (await import("#web/screens/sign-in/sign-in-screen.tsx")).SignInScreen,
  invitation: async () => (await import("#web/screens/invitation/invitation-screen.tsx")).InvitationScreen,
  firstOwner: async () => (await import("#web/screens/first-owner/first-owner-screen.tsx")).FirstOwnerScreen,
  notFound: async () => (await import("#web/screens/not-found/not-found-screen.tsx")).NotFoundScreen,
} as const satisfies Readonly<
  Record<PageName | "signIn" | "invitation" | "firstOwner" | "notFound", () => Promise<ComponentType>>
>;
