import { useState } from "react";
import type { CreatedApiToken } from "#shared/contract/session.ts";
import type { Role } from "#shared/roles.ts";
import { NewTokenForm } from "#web/screens/account/new-token-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { Notice } from "#web/ui/notice.tsx";

interface NewTokenDialogProps {
  open: boolean;
  role: Role;
  asksPassword: boolean;
  onClose: () => void;
}

/** Makes a token, and shows it this once. */
export function NewTokenDialog({ open, role, asksPassword, onClose }: NewTokenDialogProps) {
  const [made, setMade] = useState<CreatedApiToken | null>(null);
  if (!open && made !== null) setMade(null);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={made === null ? "New token" : "Your token"}
      {...(made === null && { description: "For one program each, so that it can be taken from that one alone." })}
    >
      {made === null ? (
        <NewTokenForm role={role} asksPassword={asksPassword} onMade={setMade} onCancel={onClose} />
      ) : (
        <>
          <Notice tone="success" title="Copy it now" live>
            <p>It is shown only this once. Whoever has it can do what you chose, in your name.</p>
          </Notice>
          <code className="mt-4 block rounded-md border border-line bg-canvas p-3 font-mono text-sm break-all">
            {made.token}
          </code>
          <p className="mt-3 text-sm text-muted">
            Programs send it as <code className="font-mono">Authorization: Bearer</code>, followed by a space and the
            token.
          </p>
          <DialogActions>
            <CopyButton text={made.token} what="token" worded />
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}
