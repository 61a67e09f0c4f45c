import type { HealthProblem } from "#shared/contract/health.ts";
import type { Settings } from "#shared/contract/settings.ts";
import type { Need } from "#server/features/notifications/need.ts";

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
