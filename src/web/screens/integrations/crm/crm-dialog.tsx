import { useState } from "react";
import type { CrmConnection } from "#shared/contract/crm-connection.ts";
import { CRM_FACTS } from "#shared/crm.ts";
import { RemoveDialog } from "#web/actions/remove-dialog.tsx";
import { deleteCrmConnection } from "#web/api/crm-connections.ts";
import { type DialogSubject, useDialogThing } from "#web/layout/dialog-address.ts";
import { ConnectForm } from "#web/screens/integrations/crm/connect-form.tsx";
import { ConnectionForm } from "#web/screens/integrations/crm/connection-form.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";

interface CrmDialogProps {
  /** Null while closed. */
  subject: DialogSubject | null;
  connections: readonly CrmConnection[];
  onConnected: (id: string) => void;
  onClose: () => void;
}

/** Connects a CRM, or edits a connection. */
export function CrmDialog({ subject, connections, onConnected, onClose }: CrmDialogProps) {
  const { isOpen, shown } = useDialogThing(subject, connections, onClose);
  const [isDeleting, setDeleting] = useState(false);
  const connection = shown === "new" ? null : shown;
  return (
    <>
      <Dialog
        wide={connection !== null}
        open={isOpen}
        onOpenChange={onClose}
        title={connection === null ? "Connect CRM" : connection.name}
        {...(connection !== null && { description: `How leads become ${CRM_FACTS[connection.kind].record}s.` })}
      >
        {connection === null ? (
          <ConnectForm onConnected={onConnected} onCancel={onClose} />
        ) : (
          <ConnectionForm
            key={connection.id}
            connection={connection}
            onDone={onClose}
            onDelete={() => setDeleting(true)}
          />
        )}
      </Dialog>
      <RemoveDialog
        item={isDeleting ? connection : null}
        mutation={deleteCrmConnection}
        words={({ name }) => ({
          title: `Disconnect ${name}?`,
          description: "Its log is deleted. Records in the CRM stay, and connecting again updates them.",
          confirmLabel: "Disconnect",
          done: `${name} disconnected`,
          failed: `Failed to disconnect ${name}`,
        })}
        onConfirm={onClose}
        onClose={() => setDeleting(false)}
      />
    </>
  );
}
