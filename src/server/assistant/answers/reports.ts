import type { ReportFrequency } from "#shared/contract/email-settings.ts";
import type { z } from "zod";
import { fromData, sentences, type Answering } from "#server/assistant/answers/answer.ts";
import { counted, listed, momentWords } from "#server/assistant/words/moment.ts";
import { latestWindow, nextWindow } from "#server/platform/calendar-window.ts";
import { reportClock } from "#server/workflows/reports/report-clock.ts";
import { activeEmailSettings } from "#server/workflows/reports/send-report.ts";

const EMAIL_SETTINGS = { label: "Email Settings", href: "/email-settings" };
const SHOWN_RECIPIENTS = 10;

const FREQUENCY: Record<z.infer<typeof ReportFrequency>, string> = {
  daily: "daily",
  weekly: "weekly, on Monday",
  monthly: "monthly, on the first",
};

/** "When is the next report?", "Who gets it?", "Was the last one sent?" */
export const reports: Answering = async ({ workspace, now, meaning }) => {
  const [settings, latest, sent] = await Promise.all([
    activeEmailSettings(workspace),
    workspace.store.reports.latest(),
    workspace.store.reports.lastSent(),
  ]);
  const last =
    sent === null
      ? "No report has been sent yet."
      : `The last report was sent ${momentWords(sent.finishedAt ?? sent.startedAt, now)}, of ${counted(sent.leadCount, "qualified lead")}.`;
  const trouble =
    latest?.state === "failed"
      ? `The latest try failed ${momentWords(latest.finishedAt ?? latest.startedAt, now)}: ${latest.error}`
      : latest?.state === "unknown"
        ? "The latest one may not have gone out: the server stopped while it was being sent."
        : "";
  if (settings === null) {
    return fromData(
      sentences(last, "None is scheduled: outgoing email is not configured or switched off."),
      [EMAIL_SETTINGS],
      ["How do I set up e-mail reports?"],
    );
  }
  const by = await reportClock(workspace);
  const latestReport = latestWindow(settings.reportFrequency, now, by);
  const { to: next } = nextWindow(settings.reportFrequency, latestReport, by);
  const shown = settings.recipientEmails.slice(0, SHOWN_RECIPIENTS);
  const others = settings.recipientEmails.length - shown.length;
  const to = `Reports go to ${listed(shown)}${others > 0 ? ` and ${others} others` : ""}.`;
  const scheduled = `The next one is due ${momentWords(next, now)} (${FREQUENCY[settings.reportFrequency]} at ${String(by.hour).padStart(2, "0")}:00, ${by.timeZone}).`;
  const asksWho = /\bwho\b|\brecipients?\b|\bwhom\b/u.test(meaning.wording.text);
  const asksNext = /\bnext\b|\bwill\b|\bhow often\b/u.test(meaning.wording.text);
  const text = asksWho
    ? sentences(to, scheduled)
    : asksNext
      ? sentences(scheduled, last, trouble)
      : sentences(last, trouble, scheduled, to);
  return fromData(text, [EMAIL_SETTINGS], asksWho ? ["When is the next report?"] : ["Who gets the report?"]);
};
