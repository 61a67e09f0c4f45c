import { useMutation } from "@tanstack/react-query";
import type { DuplicatePair, LeadMerge } from "#shared/contract/duplicate.ts";
import { useUndo } from "#web/acts/use-undo.ts";
import { detailOf } from "#web/api/api-error.ts";
import { dismissDuplicate, mergeLeads } from "#web/api/duplicates.ts";
import { toast, type ToastContent } from "#web/ui/toast-store.ts";

interface PairActs {
  isBusy: boolean;
  /** Both resolve to whether it was done. */
  merge: (merge: LeadMerge & { id: string }) => Promise<boolean>;
  dismiss: (pair: DuplicatePair) => Promise<boolean>;
}

/** What is decided of two leads, with the notice that takes it back. */
export function usePairActs(): PairActs {
  const undo = useUndo();
  const merging = useMutation(mergeLeads);
  const dismissing = useMutation(dismissDuplicate);
  return {
    isBusy: merging.isPending || dismissing.isPending,

    async merge(merge) {
      try {
        const { lead, actId } = await merging.mutateAsync(merge);
        toast({ title: "Success", description: `The two leads are one: ${lead.name}`, ...withUndo(undo(actId)) });
        return true;
      } catch (error) {
        toast.error("The leads could not be merged", detailOf(error));
        return false;
      }
    },

    async dismiss({ id }) {
      try {
        const { actId } = await dismissing.mutateAsync(id);
        toast({ title: "Success", description: "Noted as two different leads", ...withUndo(undo(actId)) });
        return true;
      } catch (error) {
        toast.error("This could not be saved", detailOf(error));
        return false;
      }
    },
  };
}

function withUndo(action: ToastContent["action"]): Pick<ToastContent, "action"> {
  return action === undefined ? {} : { action };
}
