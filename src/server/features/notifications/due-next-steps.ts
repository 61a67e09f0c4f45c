import { DAY } from "#shared/durations.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { LIMITS } from "#shared/limits.ts";
import { dueWords } from "#server/features/next-steps/next-steps.ts";
import type { Need } from "#server/features/notifications/need.ts";
import type { Workspace } from "#server/workspace.ts";

const KIND = "next_step_due";

/** The latest next steps that came due, one notification each until done or moved. */
export async function dueNextSteps({ store, clock }: Pick<Workspace, "store" | "clock">): Promise<Need[]> {
  const now = clock();
  const due = await store.notifications.dueSteps(listedSince(now), now.toISOString(), LIMITS.nextStep.reminders);
  return due.map(({ id, name, company, email, nextStep, remindAt }) => ({
    // The time is part of it, so that a step that is moved reminds again, and one that is moved back doesn't.
    id: `${KIND}:${id}:${remindAt}`,
    kind: KIND,
    title: `${leadTitle({ name, company, email })}: ${nextStep.text}`,
    description: `Due ${dueWords(nextStep.due)}`,
    at: remindAt,
    href: `/leads/${id}`,
  }));
}

/** Whether a mark may still be needed: newer reminders can hide this one, and it must not come back unread. */
export function isOfRecentStep(mark: string, now: Date): boolean {
  const [, remindAt] = new RegExp(`^${KIND}:[^:]+:(.+)$`, "u").exec(mark) ?? [];
  return remindAt !== undefined && remindAt > listedSince(now);
}

function listedSince(now: Date): string {
  return new Date(now.getTime() - LIMITS.nextStep.reminderDays * DAY).toISOString();
}
