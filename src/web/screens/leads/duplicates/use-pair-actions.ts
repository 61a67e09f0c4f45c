import { useMutation } from "@tanstack/react-query";
import type { DuplicatePair, LeadMerge } from "#shared/contract/leads/duplicate.ts";
import { useUndo } from "#web/actions/use-undo.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { dismissDuplicate, mergeLeads } from "#web/api/leads/duplicates.ts";
import { toast, type ToastContent } from "#web/ui/overlays/toast-store.ts";

interface PairActions {
  isBusy: boolean;
  /** Both resolve to whether it succeeded. */
  merge: (id: string, merge: LeadMerge) => Promise<boolean>;
  dismiss: (pair: DuplicatePair) => Promise<boolean>;
}

/** Merges or dismisses a pair, and shows a toast with Undo. */
export function usePairActions(): PairActions {
  const undo = useUndo();
  const merging = useMutation(mergeLeads);
  const dismissing = useMutation(dismissDuplicate);
  return {
    isBusy: merging.isPending || dismissing.isPending,

    async merge(id, merge) {
      try {
        const { lead, actId } = await merging.mutateAsync({ params: { id }, body: merge });
        toast({ title: "Success", description: `Leads merged into ${lead.name}`, ...withUndo(undo(actId)) });
        return true;
      } catch (error) {
        toast.error("Failed to merge the leads", detailOf(error));
        return false;
      }
    },

    async dismiss({ id }) {
      try {
        const { actId } = await dismissing.mutateAsync({ params: { id } });
        toast({ title: "Success", description: "Marked as different leads", ...withUndo(undo(actId)) });
        return true;
      } catch (error) {
        toast.error("Failed to save the decision", detailOf(error));
        return false;
      }
    },
  };
}

function withUndo(action: ToastContent["action"]): Pick<ToastContent, "action"> {
  return action === undefined ? {} : { action };
}
