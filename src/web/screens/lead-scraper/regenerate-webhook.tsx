import { useMutation } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { useUndo } from "#web/acts/use-undo.ts";
import { detailOf } from "#web/api/api-error.ts";
import { regenerateFormHook } from "#web/api/forms.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { toast } from "#web/ui/toast-store.ts";

/** Replaces the webhook's address, after a question. */
export function RegenerateWebhook() {
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync } = useMutation(regenerateFormHook);
  const undoAction = useUndo();
  const regenerate = async (): Promise<void> => {
    try {
      const { actId } = await mutateAsync();
      toast.success("Webhook URL regenerated successfully", undoAction(actId));
    } catch (error) {
      toast.error("Failed to regenerate the webhook URL", detailOf(error));
    }
  };
  return (
    <>
      <Button size="small" icon={<RefreshCw aria-hidden />} onClick={() => setAsking(true)}>
        Regenerate
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Regenerate the webhook URL?"
        description="Forms that still send to the present address will be refused until you give them the new one. The present address can be brought back for 90 days."
        confirmLabel="Regenerate"
        onConfirm={() => void regenerate()}
      />
    </>
  );
}
