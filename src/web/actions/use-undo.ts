import { useMutation } from "@tanstack/react-query";
import { attempt } from "#web/actions/attempt.ts";
import { undoneWords } from "#web/actions/undone-words.ts";
import { undoAct } from "#web/api/journal.ts";
import { toast, type ToastContent } from "#web/ui/overlays/toast-store.ts";

/** Creates a toast's Undo from the action id; undefined if it can't be undone. */
export function useUndo(): (actId: string | null) => ToastContent["action"] {
  const { mutateAsync } = useMutation(undoAct);
  const undo = (actId: string): Promise<void> =>
    attempt("Failed to undo the change", async () => {
      toast(undoneWords(await mutateAsync({ params: { id: actId } })));
    });
  return (actId) => (actId === null ? undefined : { label: "Undo", onSelect: () => void undo(actId) });
}
