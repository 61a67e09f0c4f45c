import { useMutation } from "@tanstack/react-query";
import { detailOf } from "#web/api/api-error.ts";
import { undoAct } from "#web/api/leads.ts";
import { formatCount } from "#web/format/number.ts";
import { toast, type ToastContent } from "#web/ui/toast-store.ts";

/** Makes the Undo of a notice from the id that the act's answer carried; none when it cannot be taken back. */
export function useUndo(): (actId: string | null) => ToastContent["action"] {
  const { mutateAsync } = useMutation(undoAct);
  const undo = async (actId: string): Promise<void> => {
    try {
      const { kept } = await mutateAsync(actId);
      toast({
        title: "Success",
        description: "The change was taken back",
        ...(kept > 0 && { detail: keptWords(kept) }),
      });
    } catch (error) {
      toast.error("The change could not be taken back", detailOf(error));
    }
  };
  return (actId) => (actId === null ? undefined : { label: "Undo", onSelect: () => void undo(actId) });
}

/** Of an act on many leads: those that it was not taken back for, and why. */
function keptWords(kept: number): string {
  const [leads, they, their] = kept === 1 ? ["lead", "it", "its"] : ["leads", "they", "their"];
  return `Not for ${formatCount(kept)} ${leads}: ${they} changed since, or ${their} e-mail address is another lead's by now.`;
}
