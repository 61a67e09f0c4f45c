import type { LeadFilter } from "#shared/contract/lead.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import { foldText } from "#server/store/search-text.ts";

/** A filter as queries need it: what does not narrow is absent, the search is folded. */
export interface LeadCriteria {
  status?: LeadStatus;
  source?: string;
  minScore?: number;
  search?: string;
}

export function criteriaOf(filter: LeadFilter): LeadCriteria {
  const criteria: LeadCriteria = {};
  if (filter.status !== undefined && filter.status !== "all") criteria.status = filter.status;
  if (filter.source !== undefined && filter.source !== "") criteria.source = filter.source;
  if (filter.minScore !== undefined && filter.minScore > 0) criteria.minScore = filter.minScore;
  const search = foldText(filter.search ?? "");
  if (search !== "") criteria.search = search;
  return criteria;
}
