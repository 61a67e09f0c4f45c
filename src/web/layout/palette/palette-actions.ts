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
import type { HelpTab } from "#web/actions/help-panel.ts";
import { exportLabel } from "#web/actions/use-export-leads.ts";
import type { PaletteEntry } from "#web/layout/palette/palette-entry.ts";
import type { Theme } from "#web/layout/theme.ts";
import { paths } from "#web/paths.ts";

/** What the palette's actions depend on and do. */
export interface PaletteContext {
  may: (permission: NonNullable<PaletteEntry["permission"]>) => boolean;
  isSignedIn: boolean;
  theme: Theme;
  isDark: boolean;
  running: { sync: boolean; report: boolean; export: boolean };
  /** Leads that an export contains; undefined while loading. */
  total: { count: number; exact: boolean } | undefined;
  go: (path: string) => void;
  syncNow: () => void;
  cancelSync: () => void;
  sendReport: () => void;
  exportAll: () => void;
  signOut: () => void;
  setTheme: (theme: Theme) => void;
  openHelp: (tab: HelpTab) => void;
  onShowKeys: () => void;
}

/** Actions available everywhere. */
export function paletteActions(context: PaletteContext): PaletteEntry[] {
  const { may, isSignedIn, theme, isDark, running, total } = context;
  const { syncNow, cancelSync, sendReport, exportAll, signOut, setTheme, openHelp, onShowKeys } = context;
  const go = (path: string) => (): void => context.go(path);
  const actions: (PaletteEntry | null)[] = [
    {
      label: "Add lead",
      permission: "intake",
      words: "new create person contact",
      Icon: UserPlus,
      run: go(paths.newLead()),
    },
    running.sync
      ? { label: "Cancel sync", permission: "work", words: "stop leads", Icon: X, run: cancelSync }
      : {
          label: "Sync leads now",
          permission: "work",
          words: "read refresh sheet sources",
          Icon: RefreshCw,
          run: syncNow,
        },
    running.report
      ? null
      : {
          label: "Send email report",
          permission: "work",
          words: "mail generate",
          Icon: Send,
          run: sendReport,
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
    running.export
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
    !isSignedIn ? null : { label: "Sign out", words: "log leave", Icon: LogOut, run: signOut },
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
    .filter(({ permission }) => permission === undefined || may(permission));
}
