import { useMutation } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { useUndo } from "#web/actions/use-undo.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { regenerateFormHook } from "#web/api/forms.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";

/** Asks before replacing the webhook URL. */
export function RegenerateWebhook() {
  const [isAsking, setAsking] = useState(false);
  const { mutateAsync } = useMutation(regenerateFormHook);
  const undoAction = useUndo();
  const regenerate = async (): Promise<void> => {
    try {
      const { actId } = await mutateAsync();
      toast.success("Webhook URL regenerated successfully", undoAction(actId));
    } catch (error) {
      toast.error("Failed to regenerate webhook URL", detailOf(error));
    }
  };
  return (
    <>
      <Button size="small" icon={<RefreshCw aria-hidden />} onClick={() => setAsking(true)}>
        Regenerate URL
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Regenerate the webhook URL?"
        description="Forms that use the current URL stop working until you update them. You can undo this for 90 days."
        confirmLabel="Regenerate URL"
        onConfirm={() => void regenerate()}
      />
    </>
  );
}
