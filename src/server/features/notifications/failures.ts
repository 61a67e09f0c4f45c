import { CRM_FACTS, isCrmKind } from "#shared/crm.ts";
import { MINUTE } from "#shared/durations.ts";
import { LIMITS } from "#shared/limits.ts";
import type { HealthProblem } from "#shared/contract/health.ts";
import type { Settings } from "#shared/contract/settings.ts";
import type { Need } from "#server/features/notifications/need.ts";
import type { Workspace } from "#server/workspace.ts";
import { endpointName, type WebhookEndpointRecord } from "#server/db/outbox/webhook-endpoints.ts";
import type { ReportRecord } from "#server/db/reports/reports.ts";
import { activeEmailSettings } from "#server/features/reports/send-report.ts";

/** Each active data source and scrape target whose last actual attempt failed. */
export async function failingSources({ store }: Pick<Workspace, "store">): Promise<Need[]> {
  const [sources, targets, runs] = await Promise.all([
    store.dataSources.list(),
    store.scrapes.list(),
    store.scrapes.latestRuns(),
  ]);
  return [
    ...sources.flatMap(({ id, name, isActive, failingSince, lastRun }): Need | [] => {
      if (!isActive || failingSince === null) return [];
      return {
        id: `source_failing:${id}:${failingSince}`,
        kind: "source_failing",
        title: `${name} can't be read`,
        description: lastRun?.message || "Test its connection.",
        at: failingSince,
        href: `/data-sources?edit=${id}`,
      };
    }),
    ...targets.flatMap(({ id, name, isActive, failingSince }): Need | [] => {
      if (!isActive || failingSince === null) return [];
      return {
        id: `target_failing:${id}:${failingSince}`,
        kind: "target_failing",
        title: `${name} couldn't be scraped`,
        description: runs.get(id)?.message || "Check its last run.",
        at: failingSince,
        href: `/lead-scraper?run=${id}`,
      };
    }),
  ];
}

/** The mailbox of Gmail Integration, if it's active and unreachable. */
export async function failingMailbox({ store }: Pick<Workspace, "store">): Promise<Need | null> {
  const mailbox = await store.mailbox.read();
  if (mailbox === null || !mailbox.enabled || mailbox.failingSince === null) return null;
  const { email, failingSince, lastError } = mailbox;
  return {
    id: `mailbox_failing:${failingSince}`,
    kind: "mailbox_failing",
    title: `The mailbox ${email} can't be read`,
    description: lastError,
    at: failingSince,
    href: "/gmail",
  };
}

/**
 * Integrations that have failed for some time, and those that Winnow turned off because their receiver failed for days
 * or refused further events.
 */
export async function failingDestinations({ store, clock }: Pick<Workspace, "store" | "clock">): Promise<Need[]> {
  const endpoints = await store.webhookEndpoints.list();
  return endpoints.flatMap((endpoint): Need | [] => {
    const { id, kind, isActive, disabledAt, lastError } = endpoint;
    const name = endpointName(endpoint);
    const href = `/integrations?edit=${id}`;
    if (isActive && hasFailedLong(endpoint, clock())) {
      const at = endpoint.failingSince ?? "";
      return {
        id: `crm_failing:${id}:${at}`,
        kind: "crm_failing",
        title: `${name} is failing`,
        description: lastError,
        at,
        href,
      };
    }
    if (isActive || disabledAt === null) return [];
    return {
      id: `webhook_disabled:${id}:${disabledAt}`,
      kind: "webhook_disabled",
      title: `${name} was turned off`,
      description: lastError || `It no longer accepts ${isCrmKind(kind) ? `${CRM_FACTS[kind].record}s` : "events"}.`,
      at: disabledAt,
      href,
    };
  });
}

function hasFailedLong({ failingSince }: WebhookEndpointRecord, now: Date): boolean {
  return failingSince !== null && now.getTime() - Date.parse(failingSince) >= LIMITS.crm.failingMinutes * MINUTE;
}

const HREF = "/email-settings";

/** Failing outgoing email, and the latest report if it wasn't sent or may not have been. */
export async function failingReports(workspace: Pick<Workspace, "store">): Promise<Need[]> {
  const { reports } = workspace.store;
  const [email, latest, sent] = await Promise.all([
    activeEmailSettings(workspace),
    reports.latest(),
    reports.lastSent(),
  ]);
  const needs: Need[] = [];
  if (email !== null && email.failingSince !== null) {
    const { id, failingSince, smtpHost, lastError } = email;
    needs.push({
      id: `email_failing:${id}:${failingSince}`,
      kind: "email_failing",
      title: `Email can't be sent through ${smtpHost}`,
      description: lastError,
      at: failingSince,
      href: HREF,
    });
  }
  if (latest !== null && isMissing(latest, sent)) {
    const mayHaveGone = latest.state === "unknown";
    needs.push({
      id: `report_not_sent:${latest.id}:${latest.state}`,
      kind: "report_not_sent",
      title: mayHaveGone ? "The last report may not have been sent" : "The last report couldn't be sent",
      description: mayHaveGone ? `${latest.error}. If it didn't arrive, send another one.` : latest.error,
      at: latest.finishedAt ?? latest.startedAt,
      href: HREF,
    });
  }
  return needs;
}

/** A report that was sent later under an older id, as after a retry, replaces it. */
function isMissing({ state, finishedAt }: ReportRecord, sent: ReportRecord | null): boolean {
  if (state !== "failed" && state !== "unknown") return false;
  return sent === null || (sent.finishedAt ?? "") < (finishedAt ?? "");
}

/** Kinds that can be turned off, by setting; the others always apply. */
const CHOSEN_BY: Partial<Readonly<Record<HealthProblem["kind"], "notifySourceFailures" | "notifyMailboxFailures">>> = {
  source_silent: "notifySourceFailures",
  source_overdue: "notifySourceFailures",
  mailbox_not_listening: "notifyMailboxFailures",
};

/** The watchdog's findings, one notification each until resolved. */
export function healthProblems(problems: readonly HealthProblem[], settings: Settings): Need[] {
  return problems.flatMap(({ id, kind, title, message, since, href }): Need[] => {
    const choice = CHOSEN_BY[kind];
    if (choice !== undefined && !settings[choice]) return [];
    return [{ id, kind: "health", title, description: message, at: since, href }];
  });
}
