import type { SystemStatus } from "#shared/contract/dashboard.ts";
import { moment } from "#web/format/moment.ts";
import { paths } from "#web/paths.ts";
import type { StatusTone } from "#web/ui/status.tsx";

export interface StatusRow {
  label: string;
  word: string;
  tone: StatusTone;
  /** Explains the state in a sentence or two. */
  detail: string;
  /** Where to fix it. */
  path: string;
}

const LOOKS = {
  connected: { word: "Connected", tone: "success" },
  active: { word: "Active", tone: "success" },
  scheduled: { word: "Scheduled", tone: "success" },
  failing: { word: "Failing", tone: "danger" },
  not_connected: { word: "Not connected", tone: "neutral" },
  not_configured: { word: "Not configured", tone: "neutral" },
  untested: { word: "Not tested yet", tone: "neutral" },
  paused: { word: "Paused", tone: "neutral" },
} as const satisfies Record<string, { word: string; tone: StatusTone }>;

/**
 * Rows of the System Status card: three based on the last real fetch, send or schedule, and one for any other watchdog
 * problem.
 */
export function statusRows({ googleSheets, email, autoSync, problems }: SystemStatus, now: number): StatusRow[] {
  return [
    {
      label: "Google Sheets",
      ...lookOf(googleSheets, now),
      detail: sentences(
        googleSheets.state === "connected" && timed("Last sync", googleSheets.since, now),
        googleSheets.message,
      ),
      path: paths.dataSources(),
    },
    {
      label: "Email Service",
      ...lookOf(email, now),
      detail: sentences(email.state === "active" && timed("Last success", email.since, now), email.message),
      path: paths.emailSettings(),
    },
    {
      label: "Auto-sync",
      ...LOOKS[autoSync.state],
      detail: sentences(timed("Next sync", autoSync.next, now), autoSync.message),
      path: paths.dataSources(),
    },
    ...problems.map(({ title, message, since, href }): StatusRow => ({
      label: title,
      word: `Since ${moment(since, now)}`,
      tone: "danger",
      detail: message,
      path: href,
    })),
  ];
}

function lookOf(
  { state, since }: { state: keyof typeof LOOKS; since: string | null },
  now: number,
): Pick<StatusRow, "word" | "tone"> {
  const look = LOOKS[state];
  return state === "failing" && since !== null ? { ...look, word: `Failing since ${moment(since, now)}` } : look;
}

function timed(words: string, time: string | null, now: number): string | null {
  return time === null ? null : `${words} ${moment(time, now)}.`;
}

function sentences(...parts: (string | false | null)[]): string {
  return parts.filter(Boolean).join(" ");
}
