import { useIsMutating, useMutation } from "@tanstack/react-query";
import type { ProgressEvent } from "#shared/contract/event.ts";
import { detailOf } from "#web/api/api-error.ts";
import { cancelMailboxSync, syncMailbox } from "#web/api/mailbox.ts";
import { useProgress } from "#web/api/progress.ts";
import { toast } from "#web/ui/toast-store.ts";

/** How the mailbox of this screen is called in the progress of syncs. */
const MAILBOX = "gmail";

/** Reads what is new. `running` is also true while the clock, or this person from another screen, does. */
export function useSyncMailbox(): {
  run: () => Promise<void>;
  cancel: () => void;
  running: boolean;
  progress: ProgressEvent | undefined;
} {
  const { mutateAsync } = useMutation(syncMailbox);
  const { mutate: cancel } = useMutation(cancelMailboxSync);
  const isSyncing = useIsMutating({ mutationKey: syncMailbox.mutationKey }) > 0;
  const progress = useProgress("mailbox", MAILBOX);
  const run = async (): Promise<void> => {
    try {
      const { processed, leadsFound, cancelled } = await mutateAsync();
      toast({
        title: cancelled ? "Sync Cancelled" : "Sync Complete",
        description: `Processed ${processed} emails, found ${leadsFound} new leads`,
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
  return { run, cancel, running: isSyncing || progress !== undefined, progress };
}
