import type { HealthProblem } from "#shared/contract/health.ts";
import type { NotificationList } from "#shared/contract/notification.ts";
import { dueNextSteps, isOfRecentStep } from "#server/features/notifications/due-next-steps.ts";
import {
  failingDestinations,
  failingMailbox,
  failingReports,
  failingSources,
  healthProblems,
} from "#server/features/notifications/failures.ts";
import type { UpcomingRemoval } from "#server/features/leads/remove-old-leads.ts";
import { leadsToBeRemoved } from "#server/features/notifications/leads-to-be-removed.ts";
import {
  duplicatesToLookAt,
  emailsToReview,
  hasReadOfLeads,
  leadsToReview,
} from "#server/features/notifications/to-review.ts";
import { mentionsOf } from "#server/features/notifications/mentions.ts";
import type { Need } from "#server/features/notifications/need.ts";
import { readSettings } from "#server/db/read-settings.ts";
import type { Workspace } from "#server/workspace.ts";

/** Expensive queries, which frequent callers should cache. */
export interface Readings {
  /** The watchdog's findings. */
  problems(): Promise<HealthProblem[]>;
  /** What retention will remove. */
  removals(): Promise<UpcomingRemoval | null>;
}

/** What needs the team's attention, failures first, and the mentions of one account, with what it has read; latest at the top. */
export async function listNotifications(
  workspace: Workspace,
  needs: readonly Need[],
  userId: string | null,
): Promise<NotificationList> {
  const [mentions, marks] = await Promise.all([
    mentionsOf(workspace, userId),
    workspace.store.notifications.marks(userId),
  ]);
  const items = [...mentions, ...needs].map((need) => ({
    ...need,
    isRead: marks.some((mark) => isReadBy(mark, need)),
  }));
  return { items, unread: items.filter(({ isRead }) => !isRead).length };
}

/** Marks notifications as read by one account; ids of resolved ones, and of other people's mentions, are ignored. */
export async function markNotificationsRead(
  workspace: Workspace,
  readings: Readings,
  ids: readonly string[],
  userId: string | null,
): Promise<NotificationList> {
  const team = await whatNeedsTheTeam(workspace, readings);
  const needs = [...(await mentionsOf(workspace, userId)), ...team];
  const isAbout = (mark: string): boolean => needs.some((need) => isReadBy(mark, need));
  const now = workspace.clock();
  const isKept = (mark: string): boolean => isAbout(mark) || isOfRecentStep(mark, now);
  await workspace.store.notifications.mark(userId, ids.filter(isAbout), isKept);
  workspace.feed.changed(["notifications"]);
  return listNotifications(workspace, team, userId);
}

/** What needs the team's attention now, of the kinds enabled in the settings. */
export async function whatNeedsTheTeam(workspace: Workspace, readings: Readings): Promise<Need[]> {
  const settings = await readSettings(workspace);
  const [sources, webhooks, mailbox, reports, health, removals, leads, emails, duplicates, steps] = await Promise.all([
    settings.notifySourceFailures ? failingSources(workspace) : [],
    settings.notifySourceFailures ? failingDestinations(workspace) : [],
    settings.notifyMailboxFailures ? failingMailbox(workspace) : null,
    settings.notifyReportFailures ? failingReports(workspace) : [],
    readings.problems().then((problems) => healthProblems(problems, settings)),
    settings.notifyRemovals ? readings.removals().then((ahead) => leadsToBeRemoved(ahead, settings)) : null,
    settings.notifyLeadsToReview ? leadsToReview(workspace) : null,
    settings.notifyLeadsToReview ? emailsToReview(workspace) : null,
    settings.notifyLeadsToReview ? duplicatesToLookAt(workspace) : null,
    settings.notifyNextSteps ? dueNextSteps(workspace) : [],
  ]);
  const failing = [sources, webhooks, mailbox, reports, health]
    .flatMap((needs) => needs ?? [])
    .toSorted((one, other) => other.at.localeCompare(one.at));
  return [failing, steps, leads, emails, duplicates, removals].flatMap((needs) => needs ?? []);
}

function isReadBy(mark: string, { id }: Need): boolean {
  return mark === id || hasReadOfLeads(mark, id);
}
