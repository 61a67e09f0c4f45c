import { useIsMutating, useMutation } from "@tanstack/react-query";
import { detailOf } from "#web/api/api-error.ts";
import { addSampleLeads, removeSampleLeads } from "#web/api/sample-leads.ts";
import { formatCount } from "#web/format/number.ts";
import { toast } from "#web/ui/toast-store.ts";

interface SampleLeadActs {
  add: () => Promise<void>;
  remove: () => Promise<void>;
  adding: boolean;
  removing: boolean;
}

/** Brings the sample leads, and takes them away again. */
export function useSampleLeads(): SampleLeadActs {
  const adding = useMutation(addSampleLeads);
  const removing = useMutation(removeSampleLeads);
  const add = async (): Promise<void> => {
    try {
      const { leads } = await adding.mutateAsync();
      toast.success(`${formatCount(leads)} sample leads added and scored`);
    } catch (error) {
      toast.error("Failed to add the sample leads", detailOf(error));
    }
  };
  const remove = async (): Promise<void> => {
    try {
      await removing.mutateAsync();
      toast.success("Sample leads removed");
    } catch (error) {
      toast.error("Failed to remove the sample leads", detailOf(error));
    }
  };
  return {
    add,
    remove,
    adding: useIsMutating({ mutationKey: addSampleLeads.mutationKey ?? [] }) > 0,
    removing: useIsMutating({ mutationKey: removeSampleLeads.mutationKey ?? [] }) > 0,
  };
}
