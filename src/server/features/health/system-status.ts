import { everyWords } from "#shared/durations.ts";
import { inEnglish } from "#shared/counted.ts";
import type { SystemStatus } from "#shared/contract/dashboard.ts";
import type { Settings } from "#shared/contract/settings.ts";
import type { ReportRecord } from "#server/db/reports/reports.ts";
import type { EmailSettingsRecord } from "#server/db/reports/email-settings.ts";
import type { DataSourceRecord } from "#server/db/sources/data-sources.ts";
import { nextAutoSync } from "#server/features/data-sources/auto-sync.ts";
import { hasRest } from "#server/features/data-sources/sync-data-source.ts";
import { findProblems } from "#server/features/health/watchdog.ts";
import { readSettings } from "#server/db/read-settings.ts";
import type { Workspace } from "#server/workspace.ts";

/** What works, based on the last real fetch or send, never on a setting. */
export async function systemStatus(workspace: Workspace): Promise<SystemStatus> {
  const { store } = workspace;
  const [sources, emails, report, sent, settings, problems] = await Promise.all([
    store.dataSources.list(),
    store.emailSettings.list(),
    store.reports.latest(),
    store.reports.lastSent(),
    readSettings(workspace),
    findProblems(workspace),
  ]);
  const sheets = sources.filter(({ type }) => type === "google_sheets");
  return {
    googleSheets: sheetsStatus(sheets),
    email: { ...emailStatus(emails, report), lastReport: sent?.finishedAt ?? null },
    autoSync: autoSyncStatus(sources, settings, workspace.clock()),
    problems: problems.toSorted((one, other) => one.since.localeCompare(other.since)),
  };
}

function sheetsStatus(sheets: DataSourceRecord[]): SystemStatus["googleSheets"] {
  if (sheets.length === 0) return { state: "not_connected", since: null, message: "No sheets added yet." };
  const active = sheets.filter(({ isActive }) => isActive);
  if (active.length === 0) return { state: "paused", since: null, message: "All sheets are inactive." };
  const failing = active.filter(({ failingSince }) => failingSince !== null);
  const [first] = failing.toSorted((a, b) => (a.failingSince ?? "").localeCompare(b.failingSince ?? ""));
  if (first !== undefined) {
    return { state: "failing", since: first.failingSince, message: `${first.name}: ${first.lastRun?.message ?? ""}` };
  }
  const lastSync = latest(active.map((source) => source.lastSync));
  if (lastSync === null) return { state: "not_connected", since: null, message: "No sheets synced yet." };
  return { state: "connected", since: lastSync, message: `Synced without errors.${restOf(active)}` };
}

/** What the limit of leads per sync left for later, as a sentence to append; empty if nothing. */
function restOf(active: readonly DataSourceRecord[]): string {
  const waiting = active.filter(hasRest).reduce((sum, { lastRun }) => sum + (lastRun?.waiting ?? 0), 0);
  return waiting === 0
    ? ""
    : ` ${inEnglish(waiting)} more ${waiting === 1 ? "row is" : "rows are"} waiting for the next sync.`;
}

function emailStatus(
  records: EmailSettingsRecord[],
  report: ReportRecord | null,
): Omit<SystemStatus["email"], "lastReport"> {
  const active = records.find(({ isActive }) => isActive);
  if (active === undefined) {
    const state = records.length === 0 ? "not_configured" : "paused";
    return {
      state,
      since: null,
      message: records.length === 0 ? "No mail server is set up." : "Outgoing email is off.",
    };
  }
  if (active.failingSince !== null) return { state: "failing", since: active.failingSince, message: active.lastError };
  if (active.lastSuccess === null) return { state: "untested", since: null, message: "Nothing sent or tested yet." };
  const doubt = report?.state === "unknown" ? " The latest report may not have been sent." : "";
  return {
    state: "active",
    since: active.lastSuccess,
    message: `The mail server accepted the last connection.${doubt}`,
  };
}

function autoSyncStatus(sources: DataSourceRecord[], settings: Settings, now: Date): SystemStatus["autoSync"] {
  if (sources.length === 0) return { state: "not_configured", next: null, message: "There's no data source to sync." };
  const active = sources.filter(({ isActive }) => isActive);
  const next = nextAutoSync(active, settings, now);
  if (next === null) {
    const message = settings.autoSync ? "All data sources are inactive." : "Auto-sync is off.";
    return { state: "paused", next: null, message };
  }
  const atOnce = active.some(hasRest) ? " Rows waiting from the last sync are read right away." : "";
  const message = `${everyWords(settings.syncIntervalMinutes, "Every")}.${atOnce}`;
  return { state: "scheduled", next: next.toISOString(), message };
}

function latest(times: (string | null)[]): string | null {
  return times.reduce((last, time) => (time !== null && (last === null || time > last) ? time : last), null);
}
