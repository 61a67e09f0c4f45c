import { useMutation } from "@tanstack/react-query";
import type { EmailCorrection, ProcessedEmail } from "#shared/contract/mailbox.ts";
import { useUndo } from "#web/actions/use-undo.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { correctEmail } from "#web/api/mailbox.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

type Named = Pick<ProcessedEmail, "id" | "subject" | "from">;

/** Marks a message as lead or not a lead, or undoes that with null; shows a toast with Undo. */
export function useCorrectEmail(): {
  correct: (email: Named, correction: EmailCorrection | null) => Promise<boolean>;
  isPending: boolean;
} {
  const { mutateAsync, isPending } = useMutation(correctEmail);
  const undoAction = useUndo();
  const correct = async ({ id, subject, from }: Named, correction: EmailCorrection | null): Promise<boolean> => {
    try {
      const { actId } = await mutateAsync({ params: { id }, body: { correction } });
      toast({
        title: TITLES[correction ?? "undone"],
        description: subject || from,
        action: correction === null ? undefined : undoAction(actId),
      });
      return true;
    } catch (error) {
      toast.error("Failed to save the correction", detailOf(error));
      return false;
    }
  };
  return { correct, isPending };
}

const TITLES = { lead: "Marked as a lead", not_lead: "Marked as not a lead", undone: "Correction undone" } as const;
