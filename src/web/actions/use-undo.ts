import { useMutation } from "@tanstack/react-query";
import { undoneWords } from "#web/actions/undone-words.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { undoAct } from "#web/api/journal.ts";
import { toast, type ToastContent } from "#web/ui/overlays/toast-store.ts";

/** Creates a toast's Undo from the action id; undefined if it can't be undone. */
export function useUndo(): (actId: string | null) => ToastContent["action"] {
  const { mutateAsync } = useMutation(undoAct);
  const undo = async (actId: string): Promise<void> => {
    try {
      toast(undoneWords(await mutateAsync({ params: { id: actId } })));
    } catch (error) {
      toast.error("Failed to undo the change", detailOf(error));
    }
  };
  return (actId) => (actId === null ? undefined : { label: "Undo", onSelect: () => void undo(actId) });
}
