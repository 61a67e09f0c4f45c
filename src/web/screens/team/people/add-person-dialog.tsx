import type { ChangeEvent } from "react";
import { useController, useWatch } from "react-hook-form";
import { z } from "zod";
import { Role } from "#shared/contract/permission.ts";
import { Username } from "#shared/contract/user.ts";
import { ROLES } from "#shared/roles.ts";
import { NewPasswordField, passwordComplaint } from "#web/actions/new-password-field.tsx";
import { useAction } from "#web/actions/use-action.ts";
import { addUser } from "#web/api/users.ts";
import { useDraftForm } from "#web/forms/form-draft.tsx";
import { showFieldErrors } from "#web/forms/field-errors.ts";
import { ROLE_WORDS } from "#web/format/role.ts";
import {
  addressIn,
  InvitationEmail,
  InvitationEmailField,
  useIsMailOn,
} from "#web/screens/team/people/invitation-email.tsx";
import type { Invitation } from "#web/screens/team/people/invitation-dialog.tsx";
import { SelectField, TextField } from "#web/ui/fields/fields.tsx";
import { Dialog, SubmitActions } from "#web/ui/overlays/dialog.tsx";
import { Segments } from "#web/ui/segments.tsx";

const WAYS = [
  { value: "link", label: "Invitation" },
  { value: "password", label: "Set a password" },
] as const;

const ROLE_OPTIONS = ROLES.map((role) => ({ value: role, label: ROLE_WORDS[role].label }));

const Fields = z
  .object({
    username: Username,
    role: Role,
    way: z.enum(["link", "password"]),
    password: z.string(),
    email: InvitationEmail,
  })
  .superRefine(({ way, password }, context) => {
    const message = way === "password" ? passwordComplaint(password) : undefined;
    if (message !== undefined) context.addIssue({ code: "custom", path: ["password"], message });
  });
type Values = z.infer<typeof Fields>;

interface AddPersonDialogProps {
  open: boolean;
  onClose: () => void;
  onInvited: (invitation: Invitation) => void;
}

/** Adds an account, with an invitation link or a password set by the owner. */
export function AddPersonDialog({ open, onClose, onInvited }: AddPersonDialogProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => !next && onClose()} title="Add a person">
      <AddPersonForm onClose={onClose} onInvited={onInvited} />
    </Dialog>
  );
}

function AddPersonForm({ onClose, onInvited }: Omit<AddPersonDialogProps, "open">) {
  const { form, field, draft } = useDraftForm<Values>({
    name: "person.new",
    values: { username: "", role: "member", way: "link", password: "", email: "" },
    schema: Fields,
    secrets: ["password"],
  });
  const { register, handleSubmit, control } = form;
  const { errors, isSubmitting, dirtyFields } = form.formState;
  const isMailOn = useIsMailOn();
  const { run } = useAction(addUser);
  const [role, email] = useWatch({ control, name: ["role", "email"] });
  const way = useController({ control, name: "way" }).field;
  const { ref: passwordRef, ...password } = useController({ control, name: "password" }).field;
  const save = ({ way: chosenWay, password: chosenPassword, email: to, ...user }: Values): Promise<boolean> => {
    const hasPassword = chosenWay === "password";
    const access = hasPassword ? { password: chosenPassword } : isMailOn && to !== "" && { email: to };
    return run(
      { body: { ...user, ...access } },
      {
        done: hasPassword ? ({ username }) => `${username} added` : undefined,
        failed: "Failed to add person",
        onDone: (added) => {
          draft.clear();
          onClose();
          if (!hasPassword) onInvited(added);
        },
        onFailed: (error) => showFieldErrors(form, error),
      },
    );
  };
  return (
    <form noValidate onSubmit={(event) => void handleSubmit(save)(event)} className="flex flex-col gap-5">
      {draft.notice}
      <TextField
        label="Username"
        required
        hint="For example, their email address."
        {...field("username", {
          onChange: ({ target }: ChangeEvent<HTMLInputElement>) => {
            if (dirtyFields.email !== true) form.setValue("email", addressIn(target.value));
          },
        })}
        literal
        autoCapitalize="none"
      />
      <SelectField label="Role" required hint={ROLE_WORDS[role].meaning} {...field("role")} options={ROLE_OPTIONS} />
      <div className="flex flex-col items-start gap-2">
        <Segments label="Sign-in method" options={WAYS} value={way.value} onChange={way.onChange} />
        {way.value === "link" && !isMailOn && (
          <p className="text-sm text-muted">You get a link to send them, and they choose their own password.</p>
        )}
      </div>
      {way.value === "link" && isMailOn && (
        <InvitationEmailField error={errors.email?.message} control={register("email")} />
      )}
      {way.value === "password" && (
        <NewPasswordField
          ref={passwordRef}
          value={password.value}
          onChange={password.onChange}
          error={errors.password?.message}
        />
      )}
      <SubmitActions
        label={way.value === "password" ? "Add person" : isMailOn && email !== "" ? "Send invitation" : "Create link"}
        busy={isSubmitting}
        busyLabel="Adding..."
        onCancel={onClose}
      />
    </form>
  );
}
