import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { useUndo } from "#web/acts/use-undo.ts";
import { detailOf } from "#web/api/api-error.ts";
import { setLeadStatus } from "#web/api/lead-status.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import { toast } from "#web/ui/toast-store.ts";

/** Qualifies, approves or rejects a lead: shown at once, with Undo in the notice, taken back when the server refuses. */
export function useLeadStatusAct(): (id: string, status: LeadStatus) => Promise<void> {
  const { mutateAsync } = useMutation(setLeadStatus);
  const undoAction = useUndo();
  // A double click decides once: the Undo that stays must be the one of the real change.
  const underWay = useRef(new Map<string, LeadStatus>());
  return async (id, status) => {
    if (underWay.current.get(id) === status) return;
    underWay.current.set(id, status);
    try {
      const { actId } = await mutateAsync({ id, status });
      toast.success("Lead status updated successfully", undoAction(actId));
    } catch (error) {
      toast.error("Failed to update lead status", detailOf(error));
    } finally {
      if (underWay.current.get(id) === status) underWay.current.delete(id);
    }
  };
}
