import type { Settings } from "#shared/contract/settings.ts";
import { counted } from "#shared/counted.ts";
import type { UpcomingRemoval } from "#server/features/leads/remove-old-leads.ts";
import { countedSoFar, type Need } from "#server/features/notifications/need.ts";

/** The leads that retention will remove; `at` is when the first are removed. */
export function leadsToBeRemoved(
  ahead: UpcomingRemoval | null,
  { retentionDays }: Pick<Settings, "retentionDays">,
): Need | null {
  if (ahead === null || retentionDays === null) return null;
  const days = counted(retentionDays, "day");
  return {
    // One per week of removals, since more leads get old every day: having read about some doesn't cover the rest.
    id: `removal_ahead:${retentionDays}:${mondayOf(ahead.on)}`,
    kind: "removal_ahead",
    title: `${countedSoFar(ahead, "old lead")} will be removed`,
    description: `No activity for ${days}. Approved leads stay.`,
    at: ahead.on,
    href: "/configuration",
  };
}

/** The Monday of a time's week, in UTC: 2026-05-04. */
function mondayOf(at: string): string {
  const day = new Date(at);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
}
