import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { useUndo } from "#web/actions/use-undo.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { setLeadStatus } from "#web/api/leads/lead-status.ts";
import type { LeadStatus } from "#shared/lead-status.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

const DONE: Record<LeadStatus, string> = {
  pending: "set to pending",
  qualified: "qualified",
  approved: "approved",
  rejected: "rejected",
};

/**
 * Sets a lead's status optimistically and offers Undo; rolls back if the server rejects it. A screen that shows more of
 * the change has its own mutation.
 */
export function useLeadStatusAction(mutation = setLeadStatus): (id: string, status: LeadStatus) => Promise<void> {
  const { mutateAsync } = useMutation(mutation);
  const undoAction = useUndo();
  // Ignores a double click, so that Undo refers to the real change.
  const underWay = useRef(new Map<string, LeadStatus>());
  return async (id, status) => {
    if (underWay.current.get(id) === status) return;
    underWay.current.set(id, status);
    try {
      const { data, actId } = await mutateAsync({ id, status });
      toast({
        title: `${leadTitle(data)} ${DONE[status]}`,
        description: "Lead status updated successfully",
        action: undoAction(actId),
      });
    } catch (error) {
      toast.error("Failed to update lead status", detailOf(error));
    } finally {
      if (underWay.current.get(id) === status) underWay.current.delete(id);
    }
  };
}
