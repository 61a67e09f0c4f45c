import { useMutation } from "@tanstack/react-query";
import { detailOf } from "#web/api/connection/api-error.ts";
import { cancelJob, dropJob, retryJob } from "#web/api/jobs.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

interface JobActions {
  cancel: (id: string) => Promise<void>;
  retry: (id: string) => Promise<void>;
  drop: (id: string) => Promise<void>;
  isActing: boolean;
}

/** Actions on jobs. The lists show the result; failures are shown in a toast. */
export function useJobActions(): JobActions {
  const canceling = useMutation(cancelJob);
  const retrying = useMutation(retryJob);
  const dropping = useMutation(dropJob);
  const attempt = async (work: () => Promise<unknown>, failed: string): Promise<void> => {
    try {
      await work();
    } catch (error) {
      toast.error(failed, detailOf(error));
    }
  };
  return {
    cancel: (id) =>
      attempt(async () => {
        const { canceled } = await canceling.mutateAsync(id);
        if (!canceled) toast({ title: "Job already finished" });
      }, "Failed to cancel job"),
    retry: (id) => attempt(() => retrying.mutateAsync(id), "Failed to retry job"),
    drop: (id) => attempt(() => dropping.mutateAsync(id), "Failed to remove job"),
    isActing: canceling.isPending || retrying.isPending || dropping.isPending,
  };
}
