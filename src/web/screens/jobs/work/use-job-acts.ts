import { useMutation } from "@tanstack/react-query";
import { detailOf } from "#web/api/api-error.ts";
import { cancelJob, dropJob, retryJob } from "#web/api/jobs.ts";
import { toast } from "#web/ui/toast-store.ts";

interface JobActs {
  cancel: (id: string) => Promise<void>;
  retry: (id: string) => Promise<void>;
  drop: (id: string) => Promise<void>;
  isActing: boolean;
}

/** What a person does with a job. The lists show what came of it; what could not be done is said. */
export function useJobActs(): JobActs {
  const cancelling = useMutation(cancelJob);
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
        const { cancelled } = await cancelling.mutateAsync(id);
        if (!cancelled) toast({ title: "It had ended already" });
      }, "The job could not be cancelled"),
    retry: (id) => attempt(() => retrying.mutateAsync(id), "The job could not be tried again"),
    drop: (id) => attempt(() => dropping.mutateAsync(id), "The job could not be dropped"),
    isActing: cancelling.isPending || retrying.isPending || dropping.isPending,
  };
}
