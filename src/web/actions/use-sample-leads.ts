import { useIsMutating } from "@tanstack/react-query";
import { useAction } from "#web/actions/use-action.ts";
import { addSampleLeads, removeSampleLeads } from "#web/api/leads/sample-leads.ts";
import { formatCount } from "#web/format/number.ts";

/** Adds and removes the sample leads. */
export function useSampleLeads() {
  const adding = useAction(addSampleLeads);
  const removing = useAction(removeSampleLeads);
  const add = (): Promise<boolean> =>
    adding.run(undefined, {
      done: ({ data }) => `${formatCount(data.leads)} sample leads added and scored`,
      failed: "Failed to add sample leads",
    });
  const remove = (): Promise<boolean> =>
    removing.run(undefined, { done: "Sample leads removed", failed: "Failed to remove sample leads" });
  return {
    add,
    remove,
    adding: useIsMutating({ mutationKey: addSampleLeads.mutationKey ?? [] }) > 0,
    removing: useIsMutating({ mutationKey: removeSampleLeads.mutationKey ?? [] }) > 0,
  };
}
