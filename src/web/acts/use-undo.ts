import { useMutation } from "@tanstack/react-query";
import { undoneWords } from "#web/acts/undone-words.ts";
import { detailOf } from "#web/api/api-error.ts";
import { undoAct } from "#web/api/journal.ts";
import { toast, type ToastContent } from "#web/ui/toast-store.ts";

/** Makes the Undo of a notice from the id that the act's answer carried; none when it cannot be taken back. */
export function useUndo(): (actId: string | null) => ToastContent["action"] {
  const { mutateAsync } = useMutation(undoAct);
  const undo = async (actId: string): Promise<void> => {
    try {
      toast(undoneWords(await mutateAsync(actId)));
    } catch (error) {
      toast.error("The change could not be taken back", detailOf(error));
    }
  };
  return (actId) => (actId === null ? undefined : { label: "Undo", onSelect: () => void undo(actId) });
}
