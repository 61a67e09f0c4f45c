import type { BulkResult } from "#shared/contract/leads/lead.ts";
import { formatCounted } from "#web/format/number.ts";

/**
 * Toast for a bulk action; `done` is a past participle such as "updated", and `named` the number of selected leads,
 * null for a filter.
 */
export function bulkNotice(
  { changed, unchanged, left }: BulkResult,
  done: string,
  named: number | null,
): { title: string; description: string; detail?: string } {
  const gone = named === null ? 0 : named - changed - unchanged - left;
  const details = [
    unchanged > 0 && changed > 0 && `${formatCounted(unchanged, "lead")} unchanged.`,
    gone > 0 && `${formatCounted(gone, "lead")} skipped: deleted or no longer in this list.`,
    left > 0 && `${formatCounted(left, "lead")} not processed.`,
  ].filter((detail) => detail !== false);
  return {
    title: left > 0 ? "Stopped" : "Success",
    description: changed === 0 ? "Nothing to change" : `${formatCounted(changed, "lead")} ${done} successfully`,
    ...(details.length === 0 ? {} : { detail: details.join(" ") }),
  };
}
