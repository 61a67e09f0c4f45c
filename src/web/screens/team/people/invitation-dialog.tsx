import type { CreatedUser } from "#shared/contract/user.ts";
import { Button } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Dialog, DialogActions } from "#web/ui/overlays/dialog.tsx";
import { useLastShown } from "#web/ui/overlays/last-shown.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Moment } from "#web/ui/moment.tsx";

/** A new invitation link and its user. */
export type Invitation = Pick<CreatedUser, "username" | "invitation" | "invitedUntil" | "mail">;

/** Shows an invitation link once. */
export function InvitationDialog({ invitation, onClose }: { invitation: Invitation | null; onClose: () => void }) {
  const shown = useLastShown(invitation);
  const link = `${location.origin}${shown?.invitation ?? ""}`;
  return (
    <Dialog
      open={invitation !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Send this link"
      description={
        <>
          <bdi className="font-semibold">{shown?.username}</bdi> uses it to choose a password and sign in. It works once
          {shown?.invitedUntil != null && (
            <>
              , until <Moment time={shown.invitedUntil} />
            </>
          )}
          , and won't be shown again.
        </>
      }
    >
      {shown?.mail != null && (
        <div role="alert" className="mb-4">
          <Notice tone="danger" title={`The email to ${shown.mail.to} couldn't be sent.`}>
            {shown.mail.message}
          </Notice>
        </div>
      )}
      <code className="block rounded-md border border-line bg-canvas p-3 font-mono text-sm break-all">{link}</code>
      <p className="mt-3 text-sm text-muted">
        Anyone with this link can take over the account. You can create a new link at any time.
      </p>
      <DialogActions>
        <CopyButton text={link} what="link" worded />
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}
