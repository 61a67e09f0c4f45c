import { jobs } from "#server/workflows/jobs.ts";
import { calendarDue, setSince } from "#server/workflows/schedules/due.ts";
import type { Plan, Planning } from "#server/workflows/schedules/plan.ts";
import { calendarRhythm } from "#server/workflows/schedules/rhythm-words.ts";

/** An hour after the backup, so that this still has what is then let go of. */
const HOUSEKEEPING_HOUR = 4;

/** The nightly backup. */
export async function backupPlan({ workspace, now, settings, timeZone, standing }: Planning): Promise<Plan> {
  const id = "backup";
  const clock = { timeZone, hour: settings.backupHour };
  const rhythm = calendarRhythm("daily", clock);
  const setTo = settings.backupOn ? rhythm : "off";
  const since = setSince(standing.get(id), setTo, now);
  const had = (window: string): Promise<boolean> => workspace.store.schedules.had(id, window);
  return {
    id,
    title: "Nightly backup",
    rhythm,
    isOn: settings.backupOn,
    settingsPath: "/configuration",
    due: settings.backupOn ? await calendarDue("daily", clock, { now, since }, had) : null,
    job: jobs.backup(),
    byHand: jobs.backup(),
    setTo,
  };
}

/** Letting go of what is kept no longer. */
export async function housekeepingPlan({ workspace, now, timeZone }: Planning): Promise<Plan> {
  const id = "housekeeping";
  const clock = { timeZone, hour: HOUSEKEEPING_HOUR };
  const had = (window: string): Promise<boolean> => workspace.store.schedules.had(id, window);
  return {
    id,
    title: "Housekeeping",
    rhythm: calendarRhythm("daily", clock),
    isOn: true,
    settingsPath: null,
    due: await calendarDue("daily", clock, { now, since: null }, had),
    job: jobs.housekeeping(),
    byHand: jobs.housekeeping(),
  };
}
