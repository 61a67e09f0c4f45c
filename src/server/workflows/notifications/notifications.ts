import type { HealthProblem } from "#shared/contract/health.ts";
import type { NotificationList } from "#shared/contract/notification.ts";
import { failingReports } from "#server/workflows/notifications/failing-reports.ts";
import { failingMailbox, failingSources } from "#server/workflows/notifications/failing-ways-in.ts";
import type { RemovalAhead } from "#server/workflows/leads/remove-old-leads.ts";
import { healthProblems } from "#server/workflows/notifications/health-problems.ts";
import { leadsToBeRemoved } from "#server/workflows/notifications/leads-to-be-removed.ts";
import { hasReadOfLeads, leadsToReview } from "#server/workflows/notifications/leads-to-review.ts";
import type { Need } from "#server/workflows/notifications/need.ts";
import { duplicatesToLookAt } from "#server/workflows/notifications/possible-duplicates.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** What costs many questions to the database, for whoever asks often to remember. */
export interface Readings {
  /** What the watchdog finds wrong. */
  problems(): Promise<HealthProblem[]>;
  /** What retention will remove. */
  removals(): Promise<RemovalAhead | null>;
}

/** What needs a person now, of the kinds that the settings ask for; what fails stands first, the latest at the top. */
export async function listNotifications(workspace: Workspace, readings: Readings): Promise<NotificationList> {
  const [needs, marks] = await Promise.all([
    whatNeedsAPerson(workspace, readings),
    workspace.store.notifications.marks(),
  ]);
  const items = needs.map((need) => ({ ...need, isRead: marks.some((mark) => isReadBy(mark, need)) }));
  return { items, unread: items.filter(({ isRead }) => !isRead).length };
}

/** Marks these as read; ids of what needs nobody any more say nothing. */
export async function markNotificationsRead(
  workspace: Workspace,
  readings: Readings,
  ids: readonly string[],
): Promise<NotificationList> {
  const needs = await whatNeedsAPerson(workspace, readings);
  const isAbout = (mark: string): boolean => needs.some((need) => isReadBy(mark, need));
  await workspace.store.notifications.mark(ids.filter(isAbout), isAbout);
  workspace.feed.changed(["notifications"]);
  return listNotifications(workspace, readings);
}

async function whatNeedsAPerson(workspace: Workspace, readings: Readings): Promise<Need[]> {
  const settings = await readSettings(workspace);
  const [sources, mailbox, reports, health, removals, leads, duplicates] = await Promise.all([
    settings.notifySourceFailures ? failingSources(workspace) : [],
    settings.notifyMailboxFailures ? failingMailbox(workspace) : [],
    settings.notifyReportFailures ? failingReports(workspace) : [],
    readings.problems().then((problems) => healthProblems(problems, settings)),
    settings.notifyRemovals ? readings.removals().then((ahead) => leadsToBeRemoved(ahead, settings)) : [],
    settings.notifyLeadsToReview ? leadsToReview(workspace) : [],
    settings.notifyLeadsToReview ? duplicatesToLookAt(workspace) : [],
  ]);
  const failing = [...sources, ...mailbox, ...reports, ...health].toSorted((one, other) =>
    other.at.localeCompare(one.at),
  );
  return [...failing, ...leads, ...duplicates, ...removals];
}

function isReadBy(mark: string, { id }: Need): boolean {
  return mark === id || hasReadOfLeads(mark, id);
}
