import type { DuplicatePair, LeadMerge } from "#shared/contract/leads/duplicate.ts";
import { useAction } from "#web/actions/use-action.ts";
import { dismissDuplicate, mergeLeads } from "#web/api/leads/duplicates.ts";

interface PairActions {
  isBusy: boolean;
  /** Both resolve to whether it succeeded. */
  merge: (id: string, merge: LeadMerge) => Promise<boolean>;
  dismiss: (pair: DuplicatePair) => Promise<boolean>;
}

/** Merges or dismisses a pair, and shows a toast with Undo. */
export function usePairActions(): PairActions {
  const merging = useAction(mergeLeads);
  const dismissing = useAction(dismissDuplicate);
  return {
    isBusy: merging.isPending || dismissing.isPending,
    merge: (id, body) =>
      merging.run(
        { params: { id }, body },
        { done: ({ lead }) => `Leads merged into ${lead.name}`, failed: "Failed to merge the leads" },
      ),
    dismiss: ({ id }) =>
      dismissing.run({ params: { id } }, { done: "Marked as different leads", failed: "Failed to save the decision" }),
  };
}
