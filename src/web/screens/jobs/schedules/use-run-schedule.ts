import { useMutation } from "@tanstack/react-query";
import { attempt } from "#web/actions/attempt.ts";
import { runSchedule } from "#web/api/schedules.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

/** Runs a schedule now; shows why if it can't. */
export function useRunSchedule(): { run: (id: string, title: string) => Promise<void>; isStarting: boolean } {
  const { mutateAsync, isPending } = useMutation(runSchedule);
  return {
    async run(id, title) {
      await attempt(`Failed to start ${title}`, async () => {
        await mutateAsync(id);
        toast({ title: `${title} started` });
      });
    },
    isStarting: isPending,
  };
}
