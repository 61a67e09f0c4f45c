/**
 * The screens, each in a chunk of its own. Calling one loads it; the sidebar does so when a link is about to be pressed.
 */
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
  history: async () => (await import("#web/screens/history/history-screen.tsx")).HistoryScreen,
  notFound: async () => (await import("#web/screens/not-found/not-found-screen.tsx")).NotFoundScreen,
} as const;
