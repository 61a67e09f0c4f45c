import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { NewPasswordField, passwordComplaint } from "#web/acts/new-password-field.tsx";
import { ApiError, detailOf } from "#web/api/api-error.ts";
import { changePassword } from "#web/api/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field, ToggleField } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast-store.ts";

/** Changes one's password; who signs in with an identity provider alone has none here. */
export function PasswordCard({ username, hasPassword }: { username: string; hasPassword: boolean }) {
  return (
    <Card
      title="Password"
      description={
        hasPassword
          ? "Changing it signs every other browser out. API tokens go on unless you have them deleted."
          : "You sign in with your identity provider, which keeps your password and second factor."
      }
    >
      {hasPassword && <PasswordForm username={username} />}
    </Card>
  );
}

function PasswordForm({ username }: { username: string }) {
  const { mutateAsync, isPending } = useMutation(changePassword);
  const [currentPassword, setCurrent] = useState("");
  const [newPassword, setNew] = useState("");
  const [deleteTokens, setDeleteTokens] = useState(false);
  const [complaints, setComplaints] = useState<{ current?: string | undefined; next?: string | undefined }>({});
  const currentInput = useRef<HTMLInputElement>(null);
  const newInput = useRef<HTMLInputElement>(null);

  const complain = (found: typeof complaints): void => {
    setComplaints(found);
    if (found.current !== undefined) currentInput.current?.focus();
    else if (found.next !== undefined) newInput.current?.focus();
  };
  const change = async (): Promise<void> => {
    try {
      await mutateAsync({ currentPassword, newPassword, deleteTokens });
      setCurrent("");
      setNew("");
      setDeleteTokens(false);
      toast.success(
        `Your password has been changed. Every other browser is signed out${deleteTokens ? ", and your API tokens are deleted" : ""}.`,
      );
    } catch (error) {
      const isOfNew = error instanceof ApiError && error.fields.some(({ field }) => field === "newPassword");
      complain(isOfNew ? { next: detailOf(error) } : { current: detailOf(error) });
    }
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const found = {
      current: currentPassword === "" ? "Type the password you have now" : undefined,
      next: passwordComplaint(newPassword),
    };
    complain(found);
    if (found.current === undefined && found.next === undefined) void change();
  };

  return (
    <form noValidate aria-label="Change password" onSubmit={submit} className="flex flex-col gap-4">
      {/* Tells a password manager whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={username} />
      <Field label="Current password" required error={complaints.current}>
        {(control) => (
          <Input
            {...control}
            ref={currentInput}
            name="current-password"
            type="password"
            autoComplete="current-password"
            value={currentPassword}
            onChange={(event) => setCurrent(event.target.value)}
          />
        )}
      </Field>
      <NewPasswordField
        ref={newInput}
        label="New password"
        value={newPassword}
        onChange={setNew}
        error={complaints.next}
      />
      <ToggleField
        label="Delete my API tokens, too"
        hint="If somebody else may have known the password. Programs that use them are refused then."
      >
        {(control) => (
          <Checkbox
            {...control}
            checked={deleteTokens}
            onChange={() => setDeleteTokens(!deleteTokens)}
            className="-m-1.5"
          />
        )}
      </ToggleField>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={isPending} busyLabel="Changing...">
          Change password
        </Button>
      </div>
    </form>
  );
}
