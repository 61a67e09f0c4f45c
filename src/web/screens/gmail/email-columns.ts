import type { Column } from "#web/ui/table.tsx";
import { useIsAtLeast } from "#web/ui/media.ts";

/** Narrow windows hide lead name and date; the expanded row shows them. */
export const EMAIL_COLUMNS = {
  from: { title: "From" },
  leadName: { title: "Lead Name", className: "md:max-lg:hidden" },
  subject: { title: "Subject" },
  status: { title: "Status", className: "w-34" },
  confidence: { title: "Confidence", className: "w-32" },
  date: { title: "Date", className: "w-28 md:max-xl:hidden" },
  actions: { title: "Actions", className: "w-17 touch:w-20", hidden: true },
} as const satisfies Record<string, Column>;

/** Number of visible columns, for cells that span all of them. */
export function useColumnCount(): number {
  const hasLeadName = useIsAtLeast("lg");
  const hasDate = useIsAtLeast("xl");
  return Object.keys(EMAIL_COLUMNS).length - Number(!hasLeadName) - Number(!hasDate);
}
