import type { SystemStatus } from "#shared/contract/dashboard.ts";
import type { Settings } from "#shared/contract/settings.ts";
import type { ReportRecord } from "#server/store/report-types.ts";
import type { EmailSettingsRecord } from "#server/store/email-settings-types.ts";
import type { DataSourceRecord } from "#server/store/types.ts";
import { nextAutoSync } from "#server/workflows/data-sources/auto-sync.ts";
import { hasRest } from "#server/workflows/data-sources/sync-data-source.ts";
import { findProblems } from "#server/workflows/health/watchdog.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** What works, from the last real fetch or send: never from a toggle. */
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
  if (sheets.length === 0) return { state: "not_connected", since: null, message: "No sheet has been added." };
  const active = sheets.filter(({ isActive }) => isActive);
  if (active.length === 0) return { state: "paused", since: null, message: "Every sheet is switched off." };
  const failing = active.filter(({ failingSince }) => failingSince !== null);
  const [first] = failing.toSorted((a, b) => (a.failingSince ?? "").localeCompare(b.failingSince ?? ""));
  if (first !== undefined) {
    return { state: "failing", since: first.failingSince, message: `${first.name}: ${first.lastRun?.message ?? ""}` };
  }
  const lastSync = latest(active.map((source) => source.lastSync));
  if (lastSync === null) return { state: "not_connected", since: null, message: "No sheet has been read." };
  return { state: "connected", since: lastSync, message: `Read without error.${restOf(active)}` };
}

/** What the limit of leads per sync left over, as a sentence to add; empty when nothing waits. */
function restOf(active: readonly DataSourceRecord[]): string {
  const waiting = active.filter(hasRest).reduce((sum, { lastRun }) => sum + (lastRun?.waiting ?? 0), 0);
  return waiting === 0 ? "" : ` ${waiting} more ${waiting === 1 ? "row waits" : "rows wait"} for the next sync.`;
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
      message: records.length === 0 ? "No mail server has been set up." : "Outgoing e-mail is switched off.",
    };
  }
  if (active.failingSince !== null) return { state: "failing", since: active.failingSince, message: active.lastError };
  if (active.lastSuccess === null)
    return { state: "untested", since: null, message: "Nothing has been sent or tested." };
  const doubt = report?.state === "unknown" ? " The latest report may not have been sent." : "";
  return {
    state: "active",
    since: active.lastSuccess,
    message: `The mail server accepted the last connection.${doubt}`,
  };
}

function autoSyncStatus(sources: DataSourceRecord[], settings: Settings, now: Date): SystemStatus["autoSync"] {
  if (sources.length === 0) return { state: "not_configured", next: null, message: "There is no data source to sync." };
  const active = sources.filter(({ isActive }) => isActive);
  const next = nextAutoSync(active, settings, now);
  if (next === null) {
    const message = settings.autoSync ? "Every data source is switched off." : "Auto-sync is switched off.";
    return { state: "paused", next: null, message };
  }
  const atOnce = active.some(hasRest) ? " What the last sync left over is read at once." : "";
  const message = `Every ${settings.syncIntervalMinutes} minutes.${atOnce}`;
  return { state: "scheduled", next: next.toISOString(), message };
}

function latest(times: (string | null)[]): string | null {
  return times.reduce((last, time) => (time !== null && (last === null || time > last) ? time : last), null);
}
