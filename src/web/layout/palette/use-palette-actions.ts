import { useQuery } from "@tanstack/react-query";
import {
  CalendarClock,
  CircleQuestionMark,
  CircleUser,
  Columns3,
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
import { openHelp } from "#web/actions/help-panel.ts";
import { exportFileName, exportLabel, useExportLeads } from "#web/actions/use-export-leads.ts";
import { useSendReport } from "#web/actions/send-report/use-send-report.ts";
import { useSignOut } from "#web/actions/use-sign-out.ts";
import { useSyncLeads } from "#web/actions/use-sync-leads.ts";
import { statsQuery } from "#web/api/dashboard.ts";
import { dataSourcesQuery } from "#web/api/data-sources.ts";
import { sessionQuery } from "#web/api/session.ts";
import { useMay } from "#web/api/use-may.ts";
import type { PaletteEntry } from "#web/layout/palette/palette-entry.ts";
import { setTheme, useTheme } from "#web/layout/theme.ts";
import { paths } from "#web/paths.ts";

/** Actions available everywhere to the current user. */
export function usePaletteActions(onShowKeys: () => void): PaletteEntry[] {
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
  const { data: stats } = useQuery(statsQuery);
  const total = stats && { count: stats.totalLeads, exact: true };
  const go = (path: string) => (): void => void navigate(path);
  const syncNow = (): void => {
    if (sources !== undefined && !sources.some(({ isActive }) => isActive)) void navigate(paths.dataSources());
    else void sync.run();
  };
  const exportAll = (): void =>
    void exporting.run({ filter: { status: "all" }, fileName: exportFileName("leads-all", new Date()) });
  const actions: (PaletteEntry | null)[] = [
    {
      label: "Add lead",
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
          words: "mail generate",
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
      label: "Analyze email",
      permission: "work",
      words: "paste mail message",
      Icon: MailOpen,
      run: go(paths.leadScraper("email")),
    },
    {
      label: "Import file",
      permission: "intake",
      words: "upload csv xlsx excel leads",
      Icon: Upload,
      run: go(paths.leadImport()),
    },
    {
      label: "Show leads as a board",
      words: "kanban cards columns pipeline",
      Icon: Columns3,
      run: go(paths.leads({ layout: "board" })),
    },
    exporting.running
      ? null
      : {
          label: exportLabel(total, "", "all"),
          words: "all leads download csv backup",
          Icon: Download,
          run: exportAll,
        },
    {
      label: "Create rule",
      permission: "work",
      words: "new add write keyword score",
      Icon: ListFilter,
      run: go(paths.newRule()),
    },
    {
      label: "Add data source",
      permission: "manage",
      words: "new create connect sheet mailbox",
      Icon: Database,
      run: go(paths.newDataSource()),
    },
    {
      label: "Add scrape target",
      permission: "work",
      words: "new create website",
      Icon: Globe,
      run: go(paths.leadScraper()),
    },
    {
      label: "View schedules and jobs",
      words: "runs failed queue progress retry cancel backup next last",
      Icon: CalendarClock,
      run: go(paths.jobs()),
    },
    {
      label: "Undo an earlier change",
      words: "history journal revert restore",
      Icon: History,
      run: go(paths.history()),
    },
    {
      label: "Add person",
      words: "invite colleague user account team",
      permission: "accounts",
      Icon: UsersRound,
      run: go(paths.newPerson()),
    },
    {
      label: "Open audit log",
      words: "who did what security",
      permission: "manage",
      Icon: ScrollText,
      run: go(paths.team("audit")),
    },
    {
      label: "Open account",
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
      : { label: "Use system theme", words: "appearance", Icon: Monitor, run: () => setTheme("system") },
    { label: "Ask for help", words: "assistant chat", Icon: CircleQuestionMark, run: () => openHelp("chat") },
    {
      label: "Open FAQ",
      words: "help frequently asked questions",
      Icon: CircleQuestionMark,
      run: () => openHelp("faq"),
    },
    { label: "Contact support", words: "help write message", Icon: CircleQuestionMark, run: () => openHelp("support") },
    { label: "Show keyboard shortcuts", words: "keys help", Icon: Keyboard, run: onShowKeys },
  ];
  return actions
    .filter((action) => action !== null)
    .filter(({ permission }) => permission === undefined || may[permission]);
}
