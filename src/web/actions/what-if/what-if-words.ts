import type { WhatIfResult } from "#shared/contract/what-if.ts";
import { formatCount, formatCounted } from "#web/format/number.ts";

/** Summarizes a what-if: "12 of 340 leads change: 3 become qualified, 1 no longer qualifies." */
export function whatIfWords({ total, changed, nowQualified, noLongerQualified }: Omit<WhatIfResult, "leads">): string {
  if (changed === 0) return "No scores or statuses change.";
  const part = `${formatCount(changed)} of ${formatCounted(total, "lead")}`;
  if (nowQualified + noLongerQualified === 0) {
    return `${formatCount(changed)} of ${formatCounted(total, "score")} ${changed === 1 ? "changes" : "change"}; no statuses do.`;
  }
  const becomes = `${nowQualified === 1 ? "becomes" : "become"} qualified`;
  const noLonger = `no longer ${noLongerQualified === 1 ? "qualifies" : "qualify"}`;
  if (nowQualified === changed) return `${part} ${becomes}.`;
  if (noLongerQualified === changed) return `${part} ${noLonger}.`;
  const transitions = [
    nowQualified > 0 && `${formatCount(nowQualified)} ${becomes}`,
    noLongerQualified > 0 && `${formatCount(noLongerQualified)} ${noLonger}`,
  ].filter((transition) => transition !== false);
  return `${part} change: ${transitions.join(", ")}.`;
}

/** How many leads reach the threshold afterward: "12 of 40 leads would reach the threshold." */
export function reachingWords({ total, reaching }: Pick<WhatIfResult, "total" | "reaching">): string {
  if (total === 0) return "No leads yet. New leads will be scored with these rules.";
  return `${formatCount(reaching)} of ${formatCounted(total, "lead")} would reach the threshold.`;
}
