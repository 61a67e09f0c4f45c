import type { LeadsAddress } from "#web/screens/leads/leads-address.ts";
import type { CurrentLead } from "#web/screens/leads/use-current-lead.ts";

interface Total {
  count: number;
  exact: boolean;
}

/** Navigation between open leads. */
export interface LeadWalk {
  before: string | undefined;
  after: string | undefined;
  /** "12 of 340"; undefined if unknown. */
  position: { number: number; total: Total } | undefined;
  toPrevious: () => void;
  toNext: () => void;
}

/** Steps through the list, which loads more before its end. */
export function listWalk(address: LeadsAddress, current: CurrentLead, total: Total | undefined): LeadWalk {
  const { before, after, index } = current;
  const isInList = current.lead !== undefined && current.lead.id === address.leadId;
  return {
    before: before?.id,
    after: after?.id,
    position: isInList && index !== undefined && total !== undefined ? { number: index + 1, total } : undefined,
    toPrevious: () => before !== undefined && address.stepTo(before.id),
    toNext: () => after !== undefined && address.stepTo(after.id),
  };
}
