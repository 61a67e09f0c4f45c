import { randomUUID } from "node:crypto";
import { latestWindow, nextWindow } from "#server/platform/calendar-window.ts";
import { jobs } from "#server/jobs/queue/job-definitions.ts";
import { nextTeamMails } from "#server/features/digests/send-digests.ts";
import { reportDue } from "#server/features/reports/report-due.ts";
import { activeEmailSettings, EMAIL_NOT_CONFIGURED } from "#server/features/reports/send-report.ts";
import { dueAfterLast } from "#server/jobs/queue/due.ts";
import type { Plan, Planning } from "#server/jobs/schedules/plan.ts";
import { calendarRhythm } from "#server/jobs/schedules/rhythm-words.ts";

/** The scheduled report; none until outgoing email is set up. */
export async function reportPlans({ workspace, now, settings, timeZone, lastRuns }: Planning): Promise<Plan[]> {
  const records = await workspace.store.emailSettings.list();
  const active = records.find(({ isActive }) => isActive);
  const [shown = active] = records;
  if (shown === undefined) return [];
  const id = "report";
  const { reportFrequency: frequency, recipientEmails } = active ?? shown;
  const recipients = recipientEmails.length;
  const clock = { timeZone, hour: settings.reportHour };
  const due = active === undefined ? null : await reportDue(workspace, active, now, clock);
  const next = nextWindow(frequency, latestWindow(frequency, now, clock), clock).to;
  const plan: Plan = {
    id,
    title: "Qualified leads report",
    rhythm: calendarRhythm(frequency, clock),
    isOn: active !== undefined,
    settingsPath: "/email-settings",
    due:
      active === undefined
        ? null
        : dueAfterLast(due?.at ?? next, lastRuns.get(id), now, { isFixed: active.failingSince === null }),
    job: jobs.scheduledReport(recipients),
    byHand:
      active === undefined
        ? { blocker: EMAIL_NOT_CONFIGURED }
        : jobs.pressedReport(`manual:${randomUUID()}`, recipients),
  };
  return [plan];
}

/** Everyone's digest, at the time that each person chose, and mentions; none until outgoing email is set up. */
export async function digestPlans({ workspace, now, lastRuns }: Planning): Promise<Plan[]> {
  const active = await activeEmailSettings(workspace);
  if (active === null || workspace.publicUrl === null) return [];
  const [next] = await nextTeamMails(workspace, active);
  if (next === undefined) return [];
  const id = "digests";
  return [
    {
      id,
      title: "Team emails",
      rhythm: "Daily, when each person chose, and after each mention",
      settingsPath: "/account",
      due: dueAfterLast(next.at, lastRuns.get(id), now, { isFixed: active.failingSince === null }),
      job: jobs.digests(),
    },
  ];
}
