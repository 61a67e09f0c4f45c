import { attempt } from "#web/actions/attempt.ts";
import { useUndo } from "#web/actions/use-undo.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

interface Words<Result> {
  done: string | ((result: Result) => string);
  failed: string;
}

/** Reports in a toast how an action ends: done, with Undo if it can be undone, or why it failed. */
export function useReport() {
  const undoAction = useUndo();
  return <Result extends { actId: string | null }>(
    action: Promise<Result>,
    { done, failed }: Words<Result>,
  ): Promise<void> =>
    attempt(failed, async () => {
      const result = await action;
      toast.success(typeof done === "string" ? done : done(result), undoAction(result.actId));
    });
}
