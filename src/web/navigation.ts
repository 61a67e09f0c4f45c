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
  Webhook,
  type LucideIcon,
} from "lucide-react";
import { PAGES, type PageName } from "#shared/pages.ts";
import type { NavigationGroup, NavigationItem } from "#web/layout/sidebar.tsx";
import { screens } from "#web/screens.ts";

/** The sidebar. Groups without screens are hidden. */
export const NAVIGATION: readonly NavigationGroup[] = [
  {
    group: "MAIN",
    items: [
      item("dashboard", LayoutDashboard),
      item("leads", Users),
      item("leadScraper", Globe),
      item("gmail", Inbox),
      item("rules", ListFilter),
    ],
  },
  {
    group: "HELP",
    items: [item("setupGuide", BookOpen)],
  },
  {
    group: "SETTINGS",
    items: [
      item("dataSources", Database),
      item("emailSettings", Mail),
      { ...item("integrations", Webhook), ownersOnly: true },
      item("configuration", Settings),
      item("jobs", CalendarClock),
      { ...item("team", UsersRound), ownersOnly: true },
    ],
  },
];

function item(name: PageName, Icon: LucideIcon): NavigationItem {
  const { path, title } = PAGES[name];
  return { path, label: title, Icon, load: screens[name] };
}
