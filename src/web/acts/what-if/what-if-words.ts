import type { WhatIfResult } from "#shared/contract/what-if.ts";
import { formatCount } from "#web/format/number.ts";

/** What would happen, in a sentence: "12 leads change: 3 become qualified, 1 no longer." */
export function whatIfWords({ changed, nowQualified, noLongerQualified }: Omit<WhatIfResult, "leads">): string {
  if (changed === 0) return "Nothing would change.";
  const leads = changed === 1 ? "1 lead changes" : `${formatCount(changed)} leads change`;
  const become = nowQualified === 1 ? "1 becomes qualified" : `${formatCount(nowQualified)} become qualified`;
  if (nowQualified + noLongerQualified === 0) return `${leads}, none of them across the threshold.`;
  if (noLongerQualified === 0) return `${leads}: ${become}.`;
  if (nowQualified > 0) return `${leads}: ${become}, ${formatCount(noLongerQualified)} no longer.`;
  const are = noLongerQualified === 1 ? "1 is" : `${formatCount(noLongerQualified)} are`;
  return `${leads}: ${are} no longer qualified.`;
}
