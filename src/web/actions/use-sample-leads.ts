import { useIsMutating, useMutation } from "@tanstack/react-query";
import { useReport } from "#web/actions/use-report.ts";
import { addSampleLeads, removeSampleLeads } from "#web/api/leads/sample-leads.ts";
import { formatCount } from "#web/format/number.ts";

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
  const report = useReport();
  const add = (): Promise<void> =>
    report(adding.mutateAsync(), {
      done: ({ data }) => `${formatCount(data.leads)} sample leads added and scored`,
      failed: "Failed to add sample leads",
    });
  const remove = (): Promise<void> =>
    report(removing.mutateAsync(), { done: "Sample leads removed", failed: "Failed to remove sample leads" });
  return {
    add,
    remove,
    adding: useIsMutating({ mutationKey: addSampleLeads.mutationKey ?? [] }) > 0,
    removing: useIsMutating({ mutationKey: removeSampleLeads.mutationKey ?? [] }) > 0,
  };
}
