import type { BulkResult } from "#shared/contract/lead.ts";
import { formatCount } from "#web/format/number.ts";

/**
 * What a notice says of an act on many leads; `done` is what became of them, such as "updated", and `named` how many it
 * was to be, null for all that a filter finds.
 */
export function bulkNotice(
  { changed, unchanged, left }: BulkResult,
  done: string,
  named: number | null,
): { title: string; description: string; detail?: string } {
  const gone = named === null ? 0 : named - changed - unchanged - left;
  const details = [
    unchanged > 0 && changed > 0 && `${leads(unchanged)} had nothing to change.`,
    gone > 0 && `${leads(gone)} ${gone === 1 ? "was" : "were"} deleted meanwhile.`,
    left > 0 && `${leads(left)} ${left === 1 ? "was" : "were"} not reached.`,
  ].filter((detail) => detail !== false);
  return {
    title: left > 0 ? "Stopped" : "Success",
    description: changed === 0 ? "No lead had anything to change" : `${leads(changed)} ${done} successfully`,
    ...(details.length === 0 ? {} : { detail: details.join(" ") }),
  };
}

/** "1 lead", "1,200 leads". */
function leads(count: number): string {
  return `${formatCount(count)} ${count === 1 ? "lead" : "leads"}`;
}
