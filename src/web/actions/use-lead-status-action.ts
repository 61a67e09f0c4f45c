import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { LEAD_STATUSES, type LeadStatus, STATUS_DONE } from "#shared/lead-status.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { useUndo } from "#web/actions/use-undo.ts";
import { detailOf, isStale } from "#web/api/connection/api-error.ts";
import { type DecidedLead, setLeadStatus } from "#web/api/leads/lead-status.ts";
import { activityTime } from "#web/format/relative-time.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

const ANYWAY: Record<LeadStatus, string> = {
  pending: "Set to pending anyway",
  qualified: "Qualify anyway",
  approved: "Approve anyway",
  rejected: "Reject anyway",
};

export type Decide = (lead: DecidedLead, status: LeadStatus) => Promise<void>;

/**
 * Sets a lead's status optimistically and offers Undo; rolls back if the server rejects it. If someone else decided in
 * the meantime, a notice names them and offers to decide anyway. A screen that shows more of the change has its own
 * mutation.
 */
export function useLeadStatusAction(mutation = setLeadStatus): Decide {
  const { mutateAsync } = useMutation(mutation);
  const undoAction = useUndo();
  // Ignores a double click, so that Undo refers to the real change.
  const underWay = useRef(new Map<string, LeadStatus>());
  const decide: Decide = async (lead, status) => {
    const { id } = lead;
    if (underWay.current.get(id) === status) return;
    underWay.current.set(id, status);
    try {
      const { data, actId } = await mutateAsync({ lead, status });
      toast({
        title: `${leadTitle(data)} ${STATUS_DONE[status]}`,
        description: "Lead status updated successfully",
        action: undoAction(actId),
      });
    } catch (error) {
      const other = otherDecision(error);
      if (other === null) toast.error("Failed to update lead status", detailOf(error));
      else {
        const again = { ...lead, status: other.status };
        toast({
          title: other.title,
          detail: "Your decision wasn't saved.",
          action: { label: ANYWAY[status], onSelect: () => void decide(again, status) },
        });
      }
    } finally {
      if (underWay.current.get(id) === status) underWay.current.delete(id);
    }
  };
  return decide;
}

/** What someone else decided before this change, and the status that a second attempt is based on; null if nothing. */
export function otherDecision(error: unknown, now = Date.now()): { title: string; status: LeadStatus } | null {
  if (!isStale(error)) return null;
  const status = LEAD_STATUSES.find((one) => one === error.leadStatus);
  if (status === undefined) return null;
  const when = error.changedAt === null ? "" : ` ${activityTime(error.changedAt, now, "N/A").replace("Just", "just")}`;
  return { title: `${error.detail.replace(/\.$/u, "")}${when}`, status };
}
