import {
  BookOpen,
  CalendarClock,
  Database,
  Globe,
  Inbox,
  LayoutDashboard,
  ListFilter,
  Mail,
  Settings,
  Users,
  UsersRound,
} from "lucide-react";
import type { NavigationGroup } from "#web/layout/sidebar.tsx";
import { paths } from "#web/paths.ts";
import { screens } from "#web/screens.ts";

/** The sidebar. A group without screens is not shown, and a screen stands here from the day it exists. */
export const NAVIGATION: readonly NavigationGroup[] = [
  {
    group: "MAIN",
    items: [
      { path: paths.dashboard(), label: "Dashboard", Icon: LayoutDashboard, load: screens.dashboard },
      { path: paths.leads(), label: "Lead Management", Icon: Users, load: screens.leads },
      { path: paths.leadScraper(), label: "Lead Scraper", Icon: Globe, load: screens.leadScraper },
      { path: paths.gmail(), label: "Gmail Integration", Icon: Inbox, load: screens.gmail },
      { path: paths.rules(), label: "Rules & Keywords", Icon: ListFilter, load: screens.rules },
    ],
  },
  {
    group: "HELP",
    items: [{ path: paths.setupGuide(), label: "Setup Guide", Icon: BookOpen, load: screens.setupGuide }],
  },
  {
    group: "SETTINGS",
    items: [
      { path: paths.dataSources(), label: "Data Sources", Icon: Database, load: screens.dataSources },
      { path: paths.emailSettings(), label: "Email Settings", Icon: Mail, load: screens.emailSettings },
      { path: paths.configuration(), label: "Configuration", Icon: Settings, load: screens.configuration },
      { path: paths.jobs(), label: "Schedules & Jobs", Icon: CalendarClock, load: screens.jobs },
      { path: paths.team(), label: "Team", Icon: UsersRound, load: screens.team, ownersOnly: true },
    ],
  },
];
