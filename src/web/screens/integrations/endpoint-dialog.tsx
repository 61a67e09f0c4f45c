import { useState } from "react";
import type { WebhookEndpoint } from "#shared/contract/webhook-endpoint.ts";
import { RemoveDialog } from "#web/actions/remove-dialog.tsx";
import { deleteWebhookEndpoint } from "#web/api/webhooks.ts";
import { type DialogSubject, useDialogThing } from "#web/layout/dialog-address.ts";
import { EndpointForm } from "#web/screens/integrations/endpoint-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Dialog, DialogActions } from "#web/ui/overlays/dialog.tsx";

interface EndpointDialogProps {
  /** Null while closed. */
  subject: DialogSubject | null;
  endpoints: readonly WebhookEndpoint[];
  onClose: () => void;
}

/** Adds or edits an integration, and shows a new signing secret once. */
export function EndpointDialog({ subject, endpoints, onClose }: EndpointDialogProps) {
  const { isOpen, shown } = useDialogThing(subject, endpoints, onClose);
  const [secret, setSecret] = useState<string | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  if (!isOpen && secret !== null) setSecret(null);
  const endpoint = shown === "new" ? null : shown;
  return (
    <>
      <Dialog
        open={isOpen}
        onOpenChange={onClose}
        title={secret !== null ? "Signing secret" : endpoint === null ? "Add integration" : "Edit integration"}
      >
        {secret === null ? (
          <EndpointForm endpoint={endpoint} onSecret={setSecret} onDone={onClose} onDelete={() => setDeleting(true)} />
        ) : (
          <>
            <Notice tone="success" title="Copy it now" live>
              <p>You won't see it again. The receiver needs it to verify signatures.</p>
            </Notice>
            <code className="mt-4 block rounded-md border border-line bg-canvas p-3 font-mono text-sm break-all">
              {secret}
            </code>
            <DialogActions>
              <CopyButton text={secret} what="secret" worded />
              <Button variant="primary" onClick={onClose}>
                Done
              </Button>
            </DialogActions>
          </>
        )}
      </Dialog>
      <RemoveDialog
        item={isDeleting ? endpoint : null}
        mutation={deleteWebhookEndpoint}
        words={({ description, url }) => ({
          title: "Delete this integration?",
          description: (
            <>
              “<bdi>{description || url}</bdi>” and its deliveries are deleted. Undo restores it without the deliveries.
            </>
          ),
          confirmLabel: "Delete integration",
          done: "Integration deleted",
          failed: "Failed to delete the integration",
        })}
        onConfirm={onClose}
        onClose={() => setDeleting(false)}
      />
    </>
  );
}
