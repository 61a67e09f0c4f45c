import { KeyRound } from "lucide-react";
import { useState } from "react";
import type { CreatedApiToken } from "#shared/contract/session.ts";
import type { Role } from "#shared/roles.ts";
import { TokenList } from "#web/actions/tokens/token-list.tsx";
import { useDialogAddress } from "#web/layout/dialog-address.ts";
import { NewTokenForm } from "#web/screens/account/new-token-form.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Dialog, DialogActions } from "#web/ui/overlays/dialog.tsx";

/** The user's own API tokens. */
export function TokensCard({ role, hasPassword }: { role: Role; hasPassword: boolean }) {
  const dialog = useDialogAddress("signed-in");
  return (
    <Card
      flush
      title="API tokens"
      description="Programs use tokens to act on your behalf."
      actions={
        <Button size="small" onClick={() => dialog.open("new")}>
          New token
        </Button>
      }
    >
      <TokenList
        whose="own"
        empty={
          <EmptyState
            icon={<KeyRound />}
            title="No tokens yet"
            text={
              <>
                See the API reference at{" "}
                <a href="/api/docs" className="text-link underline underline-offset-2">
                  /api/docs
                </a>
                .
              </>
            }
          />
        }
      />
      <NewTokenDialog open={dialog.subject === "new"} role={role} asksPassword={hasPassword} onClose={dialog.close} />
    </Card>
  );
}

interface NewTokenDialogProps {
  open: boolean;
  role: Role;
  asksPassword: boolean;
  onClose: () => void;
}

/** Creates a token and shows it once. */
function NewTokenDialog({ open, role, asksPassword, onClose }: NewTokenDialogProps) {
  const [made, setMade] = useState<CreatedApiToken | null>(null);
  if (!open && made !== null) setMade(null);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={made === null ? "New token" : "Your token"}
      {...(made === null && { description: "Create a separate token for each program." })}
    >
      {made === null ? (
        <NewTokenForm role={role} asksPassword={asksPassword} onMade={setMade} onCancel={onClose} />
      ) : (
        <>
          <Notice tone="success" title="Copy it now" live>
            <p>You won't see it again. Anyone with it can act on your behalf.</p>
          </Notice>
          <code className="mt-4 block rounded-md border border-line bg-canvas p-3 font-mono text-sm break-all">
            {made.token}
          </code>
          <p className="mt-3 text-sm text-muted">
            Send it in the header <code className="font-mono">Authorization: Bearer TOKEN</code>.
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
