import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import type { BulkResult, LeadSelection } from "#shared/contract/lead.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import { useUndo } from "#web/acts/use-undo.ts";
import { detailOf } from "#web/api/api-error.ts";
import { cancelBulkActs, deleteLeads, setStatusOfLeads } from "#web/api/bulk-leads.ts";
import { bulkNotice } from "#web/screens/leads/selection/bulk-words.ts";
import { toast } from "#web/ui/toast-store.ts";

export interface BulkActs {
  decide: (selection: LeadSelection, status: LeadStatus) => Promise<void>;
  remove: (selection: LeadSelection) => Promise<void>;
  /** Ends the act under way; what it did stays, and can be taken back. */
  cancel: () => void;
  running: boolean;
}

/** Acts on many leads, with Undo for all of them in the notice. `onDone` is told when the server has done one. */
export function useBulkActs(onDone: () => void): BulkActs {
  const deciding = useMutation(setStatusOfLeads);
  const deleting = useMutation(deleteLeads);
  const cancelling = useMutation(cancelBulkActs);
  const undoAction = useUndo();

  // A double click comes before the bar has changed.
  const isRunning = useRef(false);

  const run = async (
    selection: LeadSelection,
    act: () => Promise<BulkResult>,
    done: string,
    failure: string,
  ): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      const result = await act();
      const action = undoAction(result.actId);
      const named = "ids" in selection ? selection.ids.length : null;
      toast({ ...bulkNotice(result, done, named), ...(action === undefined ? {} : { action }) });
      onDone();
    } catch (error) {
      toast.error(failure, detailOf(error));
    } finally {
      isRunning.current = false;
    }
  };
  return {
    decide: (selection, status) =>
      run(selection, () => deciding.mutateAsync({ selection, status }), "updated", "Failed to update leads"),
    remove: (selection) => run(selection, () => deleting.mutateAsync(selection), "deleted", "Failed to delete leads"),
    cancel: () => cancelling.mutate(),
    running: deciding.isPending || deleting.isPending,
  };
}
