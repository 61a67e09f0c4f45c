import type { Lead } from "#shared/contract/leads/lead.ts";
import { leadTitle } from "#shared/lead-title.ts";
import { useAction } from "#web/actions/use-action.ts";
import { deleteLead } from "#web/api/leads/leads.ts";

/** Deletes a lead and offers Undo. Resolves to whether it was deleted. */
export function useDeleteLead(): { run: (lead: Lead) => Promise<boolean>; running: boolean } {
  const { run, isPending } = useAction(deleteLead);
  return {
    run: (lead) =>
      run(
        { params: { id: lead.id } },
        {
          done: { title: `${leadTitle(lead)} deleted`, description: "Lead deleted successfully" },
          failed: "Failed to delete lead",
        },
      ),
    running: isPending,
  };
}
