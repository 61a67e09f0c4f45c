import type { Settings } from "#shared/contract/settings.ts";
import type { RemovalAhead } from "#server/workflows/leads/remove-old-leads.ts";
import { counted, type Need } from "#server/workflows/notifications/need.ts";

/** The leads that retention will remove; `at` is when the first of them goes. */
export function leadsToBeRemoved(
  ahead: RemovalAhead | null,
  { retentionDays }: Pick<Settings, "retentionDays">,
): Need[] {
  if (ahead === null || retentionDays === null) return [];
  const days = `${retentionDays} ${retentionDays === 1 ? "day" : "days"}`;
  return [
    {
      // One for each week in which leads go: every day others become old, and whoever read of some has not read of all.
      id: `removal_ahead:${retentionDays}:${mondayOf(ahead.on)}`,
      kind: "removal_ahead",
      title: `${counted(ahead, "old lead")} will be removed`,
      description: `Nothing has happened to them for ${days}. Approved leads stay.`,
      at: ahead.on,
      href: "/configuration",
    },
  ];
}

/** The day on which the week of a moment begins, in UTC: 2026-05-04. */
function mondayOf(at: string): string {
  const day = new Date(at);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}
