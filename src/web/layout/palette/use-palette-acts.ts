import { useQuery } from "@tanstack/react-query";
import {
  CircleQuestionMark,
  Copy,
  Database,
  Download,
  Globe,
  History,
  Keyboard,
  ListChecks,
  ListFilter,
  MailOpen,
  Monitor,
  Moon,
  RefreshCw,
  Send,
  Sun,
  Upload,
  UserPlus,
  X,
} from "lucide-react";
import { useNavigate } from "react-router";
import { openHelp } from "#web/acts/help-panel.ts";
import { exportFileName, useExportLeads } from "#web/acts/use-export-leads.ts";
import { useSendReport } from "#web/acts/use-send-report.ts";
import { useSyncLeads } from "#web/acts/use-sync-leads.ts";
import { dataSourcesQuery } from "#web/api/data-sources.ts";
import type { PaletteEntry } from "#web/layout/palette/palette-entry.ts";
import { setTheme, useTheme } from "#web/layout/theme.ts";
import { paths } from "#web/paths.ts";

/** What can be done from anywhere. */
export function usePaletteActs(onShowKeys: () => void): PaletteEntry[] {
  const navigate = useNavigate();
  const { theme, isDark } = useTheme();
  const { data: sources } = useQuery(dataSourcesQuery);
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
  return [
    { label: "Add a lead", words: "new create person contact", Icon: UserPlus, run: go(paths.newLead()) },
    sync.running
      ? { label: "Cancel sync", words: "stop leads", Icon: X, run: sync.cancel }
      : { label: "Sync leads now", words: "read refresh sheet sources", Icon: RefreshCw, run: syncNow },
    ...(report.running
      ? []
      : [{ label: "Send email report", words: "mail e-mail", Icon: Send, run: () => void report.run() }]),
    { label: "Review qualified leads", words: "approve reject queue", Icon: ListChecks, run: go(paths.review()) },
    { label: "Merge duplicates", words: "possible same double compare", Icon: Copy, run: go(paths.duplicates()) },
    {
      label: "Analyze an email",
      words: "analyse paste e-mail message",
      Icon: MailOpen,
      run: go(paths.leadScraper("email")),
    },
    { label: "Import a file", words: "upload csv xlsx excel leads", Icon: Upload, run: go(paths.leadImport()) },
    ...(exporting.running
      ? []
      : [{ label: "Export all leads", words: "download csv backup", Icon: Download, run: exportAll }]),
    { label: "Add a rule", words: "new create keyword score", Icon: ListFilter, run: go(paths.newRule()) },
    {
      label: "Add a data source",
      words: "new create connect sheet mailbox",
      Icon: Database,
      run: go(paths.newDataSource()),
    },
    { label: "Add a website", words: "new create scrape target", Icon: Globe, run: go(paths.leadScraper()) },
    { label: "Undo something earlier", words: "history journal take back", Icon: History, run: go(paths.history()) },
    isDark
      ? { label: "Switch to light theme", words: "appearance", Icon: Sun, run: () => setTheme("light") }
      : { label: "Switch to dark theme", words: "appearance", Icon: Moon, run: () => setTheme("dark") },
    ...(theme === "system"
      ? []
      : [{ label: "Use the system's theme", words: "appearance", Icon: Monitor, run: () => setTheme("system") }]),
    { label: "Ask for help", words: "assistant chat", Icon: CircleQuestionMark, run: () => openHelp("chat") },
    { label: "Frequently asked questions", words: "help faq", Icon: CircleQuestionMark, run: () => openHelp("faq") },
    { label: "Contact support", words: "help write", Icon: CircleQuestionMark, run: () => openHelp("support") },
    { label: "Show keyboard shortcuts", words: "keys help", Icon: Keyboard, run: onShowKeys },
  ];
}
