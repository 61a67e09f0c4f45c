import { useIsMutating, useMutation } from "@tanstack/react-query";
import { useUndo } from "#web/actions/use-undo.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { addSampleLeads, removeSampleLeads } from "#web/api/leads/sample-leads.ts";
import { formatCount } from "#web/format/number.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

interface SampleLeadActions {
  add: () => Promise<void>;
  remove: () => Promise<void>;
  adding: boolean;
  removing: boolean;
}

/** Adds and removes the sample leads. */
export function useSampleLeads(): SampleLeadActions {
  const adding = useMutation(addSampleLeads);
  const removing = useMutation(removeSampleLeads);
  const undoAction = useUndo();
  const add = async (): Promise<void> => {
    try {
      const { data, actId } = await adding.mutateAsync();
      toast.success(`${formatCount(data.leads)} sample leads added and scored`, undoAction(actId));
    } catch (error) {
      toast.error("Failed to add sample leads", detailOf(error));
    }
  };
  const remove = async (): Promise<void> => {
    try {
      const { actId } = await removing.mutateAsync();
      toast.success("Sample leads removed", undoAction(actId));
    } catch (error) {
      toast.error("Failed to remove sample leads", detailOf(error));
    }
  };
  return {
    add,
    remove,
    adding: useIsMutating({ mutationKey: addSampleLeads.mutationKey ?? [] }) > 0,
    removing: useIsMutating({ mutationKey: removeSampleLeads.mutationKey ?? [] }) > 0,
  };
}
