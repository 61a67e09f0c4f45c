import { useQuery } from "@tanstack/react-query";
import {
  CalendarClock,
  CircleQuestionMark,
  CircleUser,
  Copy,
  Database,
  Download,
  Globe,
  History,
  Keyboard,
  ListChecks,
  ListFilter,
  LogOut,
  MailOpen,
  Monitor,
  Moon,
  RefreshCw,
  ScrollText,
  Send,
  Sun,
  Upload,
  UserPlus,
  UsersRound,
  X,
} from "lucide-react";
import { useNavigate } from "react-router";
import { openHelp } from "#web/acts/help-panel.ts";
import { exportFileName, useExportLeads } from "#web/acts/use-export-leads.ts";
import { useSendReport } from "#web/acts/use-send-report.ts";
import { useSignOut } from "#web/acts/use-sign-out.ts";
import { useSyncLeads } from "#web/acts/use-sync-leads.ts";
import { dataSourcesQuery } from "#web/api/data-sources.ts";
import { sessionQuery } from "#web/api/session.ts";
import { useMay } from "#web/api/use-may.ts";
import type { PaletteEntry } from "#web/layout/palette/palette-entry.ts";
import { setTheme, useTheme } from "#web/layout/theme.ts";
import { paths } from "#web/paths.ts";

/** What the person at this page can do from anywhere. */
export function usePaletteActs(onShowKeys: () => void): PaletteEntry[] {
  const navigate = useNavigate();
  const { theme, isDark } = useTheme();
  const { data: sources } = useQuery(dataSourcesQuery);
  const { data: session } = useQuery(sessionQuery);
  const may = {
    intake: useMay("intake"),
    work: useMay("work"),
    manage: useMay("manage"),
    accounts: useMay("accounts"),
  };
  const signOut = useSignOut();
  const sync = useSyncLeads();
  const report = useSendReport();
  const exporting = useExportLeads();
  const go = (path: string) => (): void => void navigate(path);
  const syncNow = (): void => {
    if (sources !== undefined && !sources.some(({ isActive }) => isActive)) void navigate(paths.dataSources());
    else void sync.run();
  };
  const exportAll = (): void =>
    void exporting.run({ filter: { status: "all" }, fileName: exportFileName("leads-all", new Date()) });
  const acts: (PaletteEntry | null)[] = [
    {
      label: "Add a lead",
      permission: "intake",
      words: "new create person contact",
      Icon: UserPlus,
      run: go(paths.newLead()),
    },
    sync.running
      ? { label: "Cancel sync", permission: "work", words: "stop leads", Icon: X, run: sync.cancel }
      : {
          label: "Sync leads now",
          permission: "work",
          words: "read refresh sheet sources",
          Icon: RefreshCw,
          run: syncNow,
        },
    report.running
      ? null
      : {
          label: "Send email report",
          permission: "work",
          words: "mail e-mail",
          Icon: Send,
          run: () => void report.run(),
        },
    {
      label: "Review qualified leads",
      permission: "work",
      words: "approve reject queue",
      Icon: ListChecks,
      run: go(paths.review()),
    },
    {
      label: "Merge duplicates",
      permission: "work",
      words: "possible same double compare",
      Icon: Copy,
      run: go(paths.duplicates()),
    },
    {
      label: "Analyze an email",
      permission: "work",
      words: "analyse paste e-mail message",
      Icon: MailOpen,
      run: go(paths.leadScraper("email")),
    },
    {
      label: "Import a file",
      permission: "intake",
      words: "upload csv xlsx excel leads",
      Icon: Upload,
      run: go(paths.leadImport()),
    },
    exporting.running
      ? null
      : { label: "Export all leads", words: "download csv backup", Icon: Download, run: exportAll },
    {
      label: "Add a rule",
      permission: "work",
      words: "new create keyword score",
      Icon: ListFilter,
      run: go(paths.newRule()),
    },
    {
      label: "Add a data source",
      permission: "manage",
      words: "new create connect sheet mailbox",
      Icon: Database,
      run: go(paths.newDataSource()),
    },
    {
      label: "Add a website",
      permission: "work",
      words: "new create scrape target",
      Icon: Globe,
      run: go(paths.leadScraper()),
    },
    {
      label: "See what runs and what failed",
      words: "jobs schedules queue progress retry cancel backup next last",
      Icon: CalendarClock,
      run: go(paths.jobs()),
    },
    { label: "Undo something earlier", words: "history journal take back", Icon: History, run: go(paths.history()) },
    {
      label: "Add a person",
      words: "invite colleague user account team",
      permission: "accounts",
      Icon: UsersRound,
      run: go(paths.newPerson()),
    },
    {
      label: "Open the audit log",
      words: "who did what security",
      permission: "manage",
      Icon: ScrollText,
      run: go(paths.team("audit")),
    },
    {
      label: "Open your account",
      words: "password second factor two sessions api token profile",
      Icon: CircleUser,
      run: go(paths.account()),
    },
    session?.user == null
      ? null
      : { label: "Sign out", words: "log leave", Icon: LogOut, run: () => void signOut.run() },
    isDark
      ? { label: "Switch to light theme", words: "appearance", Icon: Sun, run: () => setTheme("light") }
      : { label: "Switch to dark theme", words: "appearance", Icon: Moon, run: () => setTheme("dark") },
    theme === "system"
      ? null
      : { label: "Use the system's theme", words: "appearance", Icon: Monitor, run: () => setTheme("system") },
    { label: "Ask for help", words: "assistant chat", Icon: CircleQuestionMark, run: () => openHelp("chat") },
    { label: "Frequently asked questions", words: "help faq", Icon: CircleQuestionMark, run: () => openHelp("faq") },
    { label: "Contact support", words: "help write", Icon: CircleQuestionMark, run: () => openHelp("support") },
    { label: "Show keyboard shortcuts", words: "keys help", Icon: Keyboard, run: onShowKeys },
  ];
  return acts.filter((act) => act !== null).filter(({ permission }) => permission === undefined || may[permission]);
}
