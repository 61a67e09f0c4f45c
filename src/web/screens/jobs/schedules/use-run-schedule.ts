import { useMutation } from "@tanstack/react-query";
import { detailOf } from "#web/api/api-error.ts";
import { runSchedule } from "#web/api/schedules.ts";
import { toast } from "#web/ui/toast-store.ts";

/** Runs a schedule now; why it could not is said. */
export function useRunSchedule(): { run: (id: string, title: string) => Promise<void>; isStarting: boolean } {
  const { mutateAsync, isPending } = useMutation(runSchedule);
  return {
    async run(id, title) {
      try {
        await mutateAsync(id);
        toast({ title: "Started", description: title });
      } catch (error) {
        toast.error(`${title} was not started`, detailOf(error));
      }
    },
    isStarting: isPending,
  };
}
