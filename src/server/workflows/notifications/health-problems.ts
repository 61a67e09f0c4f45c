import type { HealthProblem } from "#shared/contract/health.ts";
import type { Settings } from "#shared/contract/settings.ts";
import type { Need } from "#server/workflows/notifications/need.ts";

/** Kinds that a person can choose not to be told of, by the setting; the rest concerns everything. */
const CHOSEN_BY: Partial<Readonly<Record<HealthProblem["kind"], "notifySourceFailures" | "notifyMailboxFailures">>> = {
  source_silent: "notifySourceFailures",
  source_overdue: "notifySourceFailures",
  mailbox_not_listening: "notifyMailboxFailures",
};

/** What the watchdog finds wrong, each once for as long as it lasts. */
export function healthProblems(problems: readonly HealthProblem[], settings: Settings): Need[] {
  return problems.flatMap(({ id, kind, title, message, since, href }): Need[] => {
    const choice = CHOSEN_BY[kind];
    if (choice !== undefined && !settings[choice]) return [];
    return [{ id, kind: "health", title, description: message, at: since, href }];
  });
}
