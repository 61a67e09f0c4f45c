import { useMutation } from "@tanstack/react-query";
import { useUndo } from "#web/actions/use-undo.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { changeNextStep, type NextStepChange } from "#web/api/leads/next-step.ts";
import { dueText } from "#web/format/due.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

/** Changes the next step of leads and offers Undo. Resolves to whether it worked. */
export function useNextStep(): { run: (id: string, change: NextStepChange) => Promise<boolean>; running: boolean } {
  const { mutateAsync, isPending } = useMutation(changeNextStep);
  const undoAction = useUndo();
  const run = async (id: string, change: NextStepChange): Promise<boolean> => {
    try {
      const { data, actId } = await mutateAsync({ id, change });
      const title =
        data.nextStep === null
          ? `Next step ${change === "done" ? "done" : "removed"}`
          : `Next step due: ${dueText(data.nextStep, Date.now())}`;
      toast({ title, action: undoAction(actId) });
      return true;
    } catch (error) {
      toast.error("Failed to change the next step", detailOf(error));
      return false;
    }
  };
  return { run, running: isPending };
}
