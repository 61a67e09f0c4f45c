import type { HealthProblem } from "#shared/contract/health.ts";
import type { Settings } from "#shared/contract/settings.ts";
import { findProblems } from "#server/workflows/health/watchdog.ts";
import type { Need } from "#server/workflows/notifications/need.ts";
import type { Workspace } from "#server/workflows/workspace.ts";

/** Kinds that a person can choose not to be told of, by the setting; the rest concerns everything. */
const CHOSEN_BY: Partial<Readonly<Record<HealthProblem["kind"], "notifySourceFailures" | "notifyMailboxFailures">>> = {
  source_silent: "notifySourceFailures",
  source_overdue: "notifySourceFailures",
  mailbox_not_listening: "notifyMailboxFailures",
};

/** What the watchdog finds wrong, each once for as long as it lasts. */
export async function healthProblems(workspace: Workspace, settings: Settings): Promise<Need[]> {
  const problems = await findProblems(workspace);
  return problems.flatMap(({ id, kind, title, message, since, href }): Need[] => {
    const choice = CHOSEN_BY[kind];
    if (choice !== undefined && !settings[choice]) return [];
    return [{ id, kind: "health", title, description: message, at: since, href }];
  });
}
