import type { BulkResult } from "#shared/contract/lead.ts";
import { formatCount } from "#web/format/number.ts";

/** What a notice says of an act on many leads; `done` is what became of them, such as "updated". */
export function bulkNotice(
  { changed, unchanged, left }: BulkResult,
  done: string,
): { title: string; description: string; detail?: string } {
  const details = [
    unchanged > 0 && changed > 0 && `${leads(unchanged)} had nothing to change.`,
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
