import { useIsMutating, useMutation } from "@tanstack/react-query";
import { detailOf } from "#web/api/connection/api-error.ts";
import { cancelMailboxSync, syncMailbox } from "#web/api/mailbox.ts";
import { useProgress } from "#web/api/connection/progress.ts";
import { formatCount, formatCounted } from "#web/format/number.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

/** This mailbox's id in progress events. */
const MAILBOX = "gmail";

/** Syncs the mailbox. `running` also covers syncs started by the schedule or another screen. */
export function useSyncMailbox() {
  const { mutateAsync } = useMutation(syncMailbox);
  const canceling = useMutation(cancelMailboxSync);
  const isSyncing = useIsMutating({ mutationKey: syncMailbox.mutationKey }) > 0;
  const progress = useProgress("mailbox", MAILBOX);
  const run = async (): Promise<void> => {
    try {
      const { processed, leadsFound, toReview, canceled } = await mutateAsync();
      toast({
        title: canceled ? "Sync Canceled" : "Sync Complete",
        description: `Processed ${formatCount(processed)} emails, found ${formatCount(leadsFound)} new leads`,
        ...(toReview > 0 && { detail: formatCounted(toReview, "email needs review", "emails need review") }),
      });
    } catch (error) {
      toast({
        title: "Sync Failed",
        description: "Failed to sync emails. Check your configuration.",
        detail: detailOf(error),
        variant: "destructive",
      });
    }
  };
  return { run, cancel: () => canceling.mutate(), running: isSyncing || progress !== undefined, progress };
}
