import type { Settings } from "#shared/contract/settings.ts";
import type { NewJob } from "#server/queue/job-queue.ts";
import type { LastRun } from "#server/store/schedules.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** When something is due, and the one run that it is due for. */
export interface Due {
  at: Date;
  window: string;
}

/** A job that a schedule adds. Its input is an object, to which the run is added. */
export type PlannedJob = Omit<NewJob, "notBefore" | "input"> & { input: Readonly<Record<string, unknown>> };

/** Something that happens by itself, as it stands at a moment. */
export interface Plan {
  /** The same over restarts. */
  id: string;
  /** In people's words, as is the rhythm. */
  title: string;
  rhythm: string;
  isOn: boolean;
  /** Where it is set: a path of the page. */
  settingsPath: string | null;
  /** Null when it is off or waits for something to happen. */
  due: Due | null;
  job: PlannedJob;
  /** What a person who wants it now gets: a job, or a sentence on why not. */
  byHand: PlannedJob | { obstacle: string };
  /** What it is set to, where a moment before that was set is none that it missed. */
  setTo?: string;
}

/** What plans are made from, read once for all of them. */
export interface Planning {
  workspace: Workspace;
  now: Date;
  settings: Settings;
  /** The IANA zone whose clocks schedules of the calendar go by. */
  timeZone: string;
  lastRuns: ReadonlyMap<string, LastRun>;
  /** Since when schedules have been set as they are. */
  standing: ReadonlyMap<string, { rhythm: string; since: string }>;
}
