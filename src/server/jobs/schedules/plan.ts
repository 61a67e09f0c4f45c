import type { Settings } from "#shared/contract/settings.ts";
import type { Due } from "#server/jobs/queue/due.ts";
import type { PlannedJob } from "#server/jobs/queue/job-definitions.ts";
import type { LastRun } from "#server/db/system/schedules.ts";
import type { Workspace } from "#server/workspace.ts";

/** An automatic task and its state at a given time. */
export interface Plan {
  /** Stable across restarts. */
  id: string;
  /** For display, like the rhythm. */
  title: string;
  rhythm: string;
  /** True by default. */
  isOn?: boolean;
  /** Upkeep that nobody has to look at; false by default. */
  isInternal?: boolean;
  /** The page where it's configured. */
  settingsPath?: string;
  /** Null if it's off or waits for an event. */
  due: Due | null;
  job: PlannedJob;
  /** What "Run now" does instead of the job, or the reason it can't. */
  byHand?: PlannedJob | { blocker: string };
  /** The current setting; windows that ended before it was chosen don't count as missed. */
  setTo?: string;
}

/** The data plans are made from, read once for all of them. */
export interface Planning {
  workspace: Workspace;
  now: Date;
  settings: Settings;
  /** The IANA time zone of calendar schedules. */
  timeZone: string;
  lastRuns: ReadonlyMap<string, LastRun>;
  /** The current setting of each schedule, and when it was chosen. */
  rhythms: ReadonlyMap<string, { rhythm: string; since: string }>;
}
