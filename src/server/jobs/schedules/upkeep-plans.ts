import { jobs } from "#server/jobs/queue/job-definitions.ts";
import { calendarDue, setSince } from "#server/jobs/queue/due.ts";
import type { Plan, Planning } from "#server/jobs/schedules/plan.ts";
import { calendarRhythm } from "#server/jobs/schedules/rhythm-words.ts";

/** An hour after the backup, so that the backup still contains what is deleted then. */
const HOUSEKEEPING_HOUR = 4;

/** The nightly backup. */
export async function backupPlan({ workspace, now, settings, timeZone, rhythms }: Planning): Promise<Plan> {
  const id = "backup";
  const clock = { timeZone, hour: settings.backupHour };
  const rhythm = calendarRhythm("daily", clock);
  const setTo = settings.backupOn ? rhythm : "off";
  const since = setSince(rhythms.get(id), setTo, now);
  const had = (window: string): Promise<boolean> => workspace.store.schedules.had(id, window);
  return {
    id,
    title: "Nightly backup",
    rhythm,
    isOn: settings.backupOn,
    settingsPath: "/configuration#backup",
    due: settings.backupOn ? await calendarDue("daily", clock, { now, since }, had) : null,
    job: jobs.backup(),
    byHand: jobs.backup(),
    setTo,
  };
}

/** Deletes expired data. */
export async function housekeepingPlan({ workspace, now, timeZone }: Planning): Promise<Plan> {
  const id = "housekeeping";
  const clock = { timeZone, hour: HOUSEKEEPING_HOUR };
  const had = (window: string): Promise<boolean> => workspace.store.schedules.had(id, window);
  return {
    id,
    title: "Cleanup of expired data",
    rhythm: calendarRhythm("daily", clock),
    isOn: true,
    isInternal: true,
    settingsPath: null,
    due: await calendarDue("daily", clock, { now, since: null }, had),
    job: jobs.housekeeping(),
    byHand: jobs.housekeeping(),
  };
}
