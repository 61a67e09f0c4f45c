import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { openHelp } from "#web/actions/help-panel.ts";
import { exportFileName, useExportLeads } from "#web/actions/use-export-leads.ts";
import { useSendReport } from "#web/actions/send-report/use-send-report.ts";
import { useSignOut } from "#web/actions/use-sign-out.ts";
import { useSyncLeads } from "#web/actions/use-sync-leads.ts";
import { statsQuery } from "#web/api/dashboard.ts";
import { dataSourcesQuery } from "#web/api/data-sources.ts";
import { sessionQuery } from "#web/api/session.ts";
import { useMay } from "#web/api/use-may.ts";
import { paletteActions } from "#web/layout/palette/palette-actions.ts";
import type { PaletteEntry } from "#web/layout/palette/palette-entry.ts";
import { setTheme, useTheme } from "#web/layout/theme.ts";
import { paths } from "#web/paths.ts";

/** Actions available everywhere to the current user, with what runs at the moment. */
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
  const syncNow = (): void => {
    if (sources !== undefined && !sources.some(({ isActive }) => isActive)) void navigate(paths.dataSources());
    else void sync.run();
  };
  const exportAll = (): void =>
    void exporting.run({ filter: { status: "all" }, fileName: exportFileName("leads-all", new Date()) });
  return paletteActions({
    may: (permission) => may[permission],
    isSignedIn: session?.user != null,
    theme,
    isDark,
    running: { sync: sync.running, report: report.running, export: exporting.running },
    total,
    go: (path) => void navigate(path),
    syncNow,
    cancelSync: sync.cancel,
    sendReport: () => void report.run(),
    exportAll,
    signOut: () => void signOut.run(),
    setTheme,
    openHelp,
    onShowKeys,
  });
}
