import type { HealthProblem } from "#shared/contract/health.ts";
import type { NotificationList } from "#shared/contract/notification.ts";
import { failingReports } from "#server/workflows/notifications/failing-reports.ts";
import { failingMailbox, failingSources } from "#server/workflows/notifications/failing-ways-in.ts";
import { healthProblems } from "#server/workflows/notifications/health-problems.ts";
import { leadsToBeRemoved } from "#server/workflows/notifications/leads-to-be-removed.ts";
import { hasReadOfLeads, leadsToReview } from "#server/workflows/notifications/leads-to-review.ts";
import type { Need } from "#server/workflows/notifications/need.ts";
import { duplicatesToLookAt } from "#server/workflows/notifications/possible-duplicates.ts";
import { readSettings } from "#server/workflows/settings/read-settings.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/**
 * What needs a person now, of the kinds that the settings ask for; what fails stands first, the latest at the top.
 * `readProblems` tells what the watchdog finds wrong.
 */
export async function listNotifications(
  workspace: Workspace,
  readProblems: () => Promise<HealthProblem[]>,
): Promise<NotificationList> {
  const [needs, marks] = await Promise.all([
    whatNeedsAPerson(workspace, readProblems),
    workspace.store.notifications.marks(),
  ]);
  const items = needs.map((need) => ({ ...need, isRead: marks.some((mark) => isReadBy(mark, need)) }));
  return { items, unread: items.filter(({ isRead }) => !isRead).length };
}

/** Marks these as read; ids of what needs nobody any more say nothing. */
export async function markNotificationsRead(
  workspace: Workspace,
  readProblems: () => Promise<HealthProblem[]>,
  ids: readonly string[],
): Promise<NotificationList> {
  const needs = await whatNeedsAPerson(workspace, readProblems);
  const isAbout = (mark: string): boolean => needs.some((need) => isReadBy(mark, need));
  await workspace.store.notifications.mark(ids.filter(isAbout), isAbout);
  workspace.feed.changed(["notifications"]);
  return listNotifications(workspace, readProblems);
}

async function whatNeedsAPerson(workspace: Workspace, readProblems: () => Promise<HealthProblem[]>): Promise<Need[]> {
  const settings = await readSettings(workspace);
  const [sources, mailbox, reports, health, removals, leads, duplicates] = await Promise.all([
    settings.notifySourceFailures ? failingSources(workspace) : [],
    settings.notifyMailboxFailures ? failingMailbox(workspace) : [],
    settings.notifyReportFailures ? failingReports(workspace) : [],
    readProblems().then((problems) => healthProblems(problems, settings)),
    settings.notifyRemovals ? leadsToBeRemoved(workspace) : [],
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
