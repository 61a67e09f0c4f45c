import { formatCount } from "#web/format/number.ts";
import { useIsMutating, useMutation } from "@tanstack/react-query";
import { useAction } from "#web/actions/use-action.ts";
import { cancelSync, syncLeads } from "#web/api/data-sources.ts";
import { useProgress } from "#web/api/connection/progress.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

const leadsProcessed = (processed: number): string => `Processed ${formatCount(processed)} leads successfully`;

/** Syncs every active source and shows the screen's success message. `running` also covers syncs started elsewhere. */
export function useSyncLeads(succeeded = leadsProcessed) {
  const syncing = useAction(syncLeads);
  const canceling = useMutation(cancelSync);
  const isSyncing = useIsMutating({ mutationKey: syncLeads.mutationKey }) > 0;
  const progress = useProgress("sync");
  const run = (): Promise<boolean> =>
    syncing.run(undefined, {
      failed: "Failed to sync leads",
      onDone: ({ processed, sources, canceled }) => {
        const failed = sources.filter(({ outcome }) => outcome === "failed");
        const detail = failed.map(({ name, message }) => `${name}: ${message}`).join("\n");
        const description = succeeded(processed);
        if (canceled)
          toast({
            title: "Sync canceled",
            description: `${formatCount(processed)} rows read. The next sync continues from there.`,
          });
        else if (failed.length === 0) toast.success(description);
        else if (failed.length === sources.length) toast.error("Failed to sync leads", detail);
        else toast({ title: "Success", description, detail });
      },
    });
  return { run, running: isSyncing || progress !== undefined, cancel: () => canceling.mutate() };
}
