import { useLeadsAddress } from "#web/screens/leads/leads-address.ts";
import { useHasPanelRoom, useIsAtLeast } from "#web/ui/media.ts";

/** Whether leads open in a panel next to the list: in wide windows, except in a review, which has its own order. */
export function useOpensPanel(): boolean {
  const { isReview } = useLeadsAddress();
  return useHasPanelRoom() && !isReview;
}

/** Whether a lead is open next to the list. */
export function useHasLeadPanel(): boolean {
  const { leadId } = useLeadsAddress();
  return useOpensPanel() && leadId !== undefined;
}

/** Whether the list has the width of a large window. */
export function useIsListWide(): boolean {
  const hasPanel = useHasLeadPanel();
  return useIsAtLeast("xl") && !hasPanel;
}
