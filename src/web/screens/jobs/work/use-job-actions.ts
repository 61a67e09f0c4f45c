import { useMutation } from "@tanstack/react-query";
import { attempt } from "#web/actions/attempt.ts";
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
  return {
    cancel: (id) =>
      attempt("Failed to cancel job", async () => {
        const { canceled } = await canceling.mutateAsync(id);
        if (!canceled) toast({ title: "Job already finished" });
      }),
    retry: (id) => attempt("Failed to retry job", () => retrying.mutateAsync(id)),
    drop: (id) => attempt("Failed to remove job", () => dropping.mutateAsync(id)),
    isActing: canceling.isPending || retrying.isPending || dropping.isPending,
  };
}
