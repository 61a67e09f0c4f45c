import type { CreatedUser } from "#shared/contract/user.ts";
import { Button } from "#web/ui/button.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { useLastShown } from "#web/ui/last-shown.ts";
import { Moment } from "#web/ui/moment.tsx";

/** A link that was just made, and whom it is for. */
export type Invitation = Pick<CreatedUser, "username" | "invitation" | "invitedUntil">;

/** Shows the link of an invitation, this once, to be sent to its person. */
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
          With it <bdi className="font-semibold">{shown?.username}</bdi> chooses a password and is signed in. It works
          once
          {shown?.invitedUntil != null && (
            <>
              , until <Moment time={shown.invitedUntil} />
            </>
          )}
          , and is shown only now.
        </>
      }
    >
      <code className="block rounded-md border border-line bg-canvas p-3 font-mono text-sm break-all">{link}</code>
      <p className="mt-3 text-sm text-muted">
        Whoever has the link gets the account, so send it to nobody else. You can make a new one at any time.
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
