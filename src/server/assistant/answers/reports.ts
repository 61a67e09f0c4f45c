import type { ReportFrequency } from "#shared/contract/email-settings.ts";
import type { z } from "zod";
import { counted } from "#shared/counted.ts";
import { fromData, sentences, type Answering } from "#server/assistant/answers/answer.ts";
import { listed, momentWords } from "#server/assistant/words/moment.ts";
import { latestWindow, nextWindow } from "#server/platform/calendar-window.ts";
import { reportClock } from "#server/features/reports/report-clock.ts";
import { activeEmailSettings } from "#server/features/reports/send-report.ts";

const EMAIL_SETTINGS = { label: "Email Settings", href: "/email-settings" };
const SHOWN_RECIPIENTS = 10;

const FREQUENCY: Record<z.infer<typeof ReportFrequency>, string> = {
  daily: "daily",
  weekly: "weekly, on Monday",
  monthly: "monthly, on the first",
};

/** "When is the next report?", "Who gets it?", "Was the last one sent?" */
export const reports: Answering = async ({ store, workspace, now, meaning, language, say }) => {
  const [settings, latest, sent, by] = await Promise.all([
    activeEmailSettings(workspace),
    store.reports.latest(),
    store.reports.lastSent(),
    reportClock(workspace),
  ]);
  // The zone that the schedule names in the same sentence.
  const when = (moment: string | Date): string => momentWords(moment, now, language, by.timeZone);
  const last =
    sent === null
      ? say(
          "No report has been sent yet.",
          "Es wurde noch kein Bericht gesendet.",
          "Aucun rapport n'est encore parti.",
          "Todavía no se ha enviado ningún informe.",
        )
      : say(
          `The last report was sent ${when(sent.finishedAt ?? sent.startedAt)}, with ${counted(sent.leadCount, "qualified lead")}.`,
          `Der letzte Bericht ging ${when(sent.finishedAt ?? sent.startedAt)} hinaus, mit ${sent.leadCount} qualifizierten Leads.`,
          `Le dernier rapport est parti ${when(sent.finishedAt ?? sent.startedAt)}, avec ${sent.leadCount} prospects qualifiés.`,
          `El último informe salió ${when(sent.finishedAt ?? sent.startedAt)}, con ${sent.leadCount} leads calificados.`,
        );
  const trouble =
    latest?.state === "failed"
      ? `The latest attempt failed ${momentWords(latest.finishedAt ?? latest.startedAt, now, "en", by.timeZone)}: ${latest.error}`
      : latest?.state === "unknown"
        ? "The latest one may not have gone out: the server stopped while it was being sent."
        : "";
  if (settings === null) {
    return fromData(
      sentences(last, "None is scheduled because outgoing email isn't configured or is off."),
      [EMAIL_SETTINGS],
      ["How do I set up email reports?"],
    );
  }
  const latestReport = latestWindow(settings.reportFrequency, now, by);
  const { to: next } = nextWindow(settings.reportFrequency, latestReport, by);
  const shown = settings.recipientEmails.slice(0, SHOWN_RECIPIENTS);
  const others = settings.recipientEmails.length - shown.length;
  const people = `${listed(shown, language)}${others > 0 ? ` (+${others})` : ""}`;
  const to = say(
    `Reports go to ${people}.`,
    `Er geht an ${people}.`,
    `Il est envoyé à ${people}.`,
    `Se envía a ${people}.`,
  );
  const due = when(next);
  const scheduled = say(
    `The next one is due ${due} (${FREQUENCY[settings.reportFrequency]} at ${String(by.hour).padStart(2, "0")}:00, ${by.timeZone}).`,
    `Der nächste Bericht ist fällig: ${due} (${by.timeZone}).`,
    `Prochain rapport : ${due} (${by.timeZone}).`,
    `Próximo informe: ${due} (${by.timeZone}).`,
  );
  const asksWho = /\bwho\b|\brecipients?\b|\bwhom\b/u.test(meaning.wording.text);
  const asksNext = /\bnext\b|\bwill\b|\bhow often\b/u.test(meaning.wording.text);
  const text = asksWho
    ? sentences(to, last, trouble, scheduled)
    : asksNext
      ? sentences(scheduled, last, trouble)
      : sentences(last, trouble, scheduled, to);
  return fromData(text, [EMAIL_SETTINGS], asksWho ? ["When is the next report?"] : ["Who gets the report?"]);
};
