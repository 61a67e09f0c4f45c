import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { useAction } from "#web/actions/use-action.ts";
import { regenerateFormHook } from "#web/api/forms.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";

/** Asks before replacing the webhook URL. */
export function RegenerateWebhook() {
  const [isAsking, setAsking] = useState(false);
  const { run } = useAction(regenerateFormHook);
  const regenerate = (): Promise<boolean> =>
    run(undefined, { done: "Webhook URL regenerated successfully", failed: "Failed to regenerate webhook URL" });
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
