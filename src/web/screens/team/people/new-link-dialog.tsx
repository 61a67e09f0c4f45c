import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import type { User } from "#shared/contract/user.ts";
import { useAction } from "#web/actions/use-action.ts";
import { inviteAgain } from "#web/api/users.ts";
import { showFieldErrors } from "#web/forms/field-errors.ts";
import type { Invitation } from "#web/screens/team/people/invitation-dialog.tsx";
import {
  addressIn,
  InvitationEmail,
  InvitationEmailField,
  useIsMailOn,
} from "#web/screens/team/people/invitation-email.tsx";
import { Dialog, SubmitActions } from "#web/ui/overlays/dialog.tsx";
import { useLastShown } from "#web/ui/overlays/last-shown.ts";

const Fields = z.object({ email: InvitationEmail });

interface NewLinkDialogProps {
  /** Who needs a link; null while closed. */
  user: User | null;
  onClose: () => void;
  onInvited: (invitation: Invitation) => void;
}

/** Sends an invitation again, or resets an account's access with a new link. */
export function NewLinkDialog({ user, onClose, onInvited }: NewLinkDialogProps) {
  const shown = useLastShown(user);
  const isPending = shown?.lastSignIn === null && !shown.hasPassword;
  return (
    <Dialog
      open={user !== null}
      onOpenChange={(open) => !open && onClose()}
      title={isPending ? "Send a new invitation?" : "Create a new link?"}
      description={
        isPending ? (
          <>
            <Name user={shown} /> uses the new link to choose a password. The earlier link stops working.
          </>
        ) : (
          <>
            <Name user={shown} /> uses it to choose a new password. They are signed out everywhere now, and their
            password, two-factor authentication, earlier links and API tokens stop working.
          </>
        )
      }
    >
      {shown !== null && <NewLinkForm key={shown.id} user={shown} onClose={onClose} onInvited={onInvited} />}
    </Dialog>
  );
}

function NewLinkForm({ user, onClose, onInvited }: NewLinkDialogProps & { user: User }) {
  const form = useForm({ resolver: zodResolver(Fields), defaultValues: { email: addressIn(user.username) } });
  const { errors, isSubmitting } = form.formState;
  const { run } = useAction(inviteAgain);
  const isMailOn = useIsMailOn();
  const typed = useWatch({ control: form.control, name: "email" });
  const create = ({ email }: z.infer<typeof Fields>): Promise<boolean> =>
    run(
      { params: { id: user.id }, body: isMailOn && email !== "" ? { email } : {} },
      {
        failed: "Failed to create link",
        onDone: (invited) => {
          onClose();
          onInvited(invited);
        },
        onFailed: (error) => showFieldErrors(form, error),
      },
    );
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(create)(event)} className="flex flex-col gap-5">
      {isMailOn && <InvitationEmailField error={errors.email?.message} control={form.register("email")} />}
      <SubmitActions
        label={isMailOn && typed !== "" ? "Send link" : "Create link"}
        busy={isSubmitting}
        busyLabel="Creating..."
        variant="destructive"
        onCancel={onClose}
      />
    </form>
  );
}

function Name({ user }: { user: User | null }) {
  return <bdi className="font-semibold">{user?.username}</bdi>;
}
