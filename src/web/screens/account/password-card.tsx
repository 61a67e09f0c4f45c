import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { NewPasswordField, passwordComplaint } from "#web/actions/new-password-field.tsx";
import { ApiError, detailOf } from "#web/api/connection/api-error.ts";
import { changePassword } from "#web/api/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { CheckField, TextField } from "#web/ui/fields/fields.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";

/** Changes the password; accounts that only use an identity provider have none. */
export function PasswordCard({ username, hasPassword }: { username: string; hasPassword: boolean }) {
  return (
    <Card
      title="Password"
      description={
        hasPassword
          ? "Changing it signs out all other browsers."
          : "You sign in with your identity provider. Manage your password there."
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
      await mutateAsync({ body: { currentPassword, newPassword, deleteTokens } });
      setCurrent("");
      setNew("");
      setDeleteTokens(false);
      toast.success(
        `Password changed. All other browsers are signed out${deleteTokens ? ", and your API tokens are deleted" : ""}.`,
      );
    } catch (error) {
      const isOfNew = error instanceof ApiError && error.fields.some(({ field }) => field === "newPassword");
      complain(isOfNew ? { next: detailOf(error) } : { current: detailOf(error) });
    }
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const found = {
      current: currentPassword === "" ? "Enter your current password" : undefined,
      next: passwordComplaint(newPassword),
    };
    complain(found);
    if (found.current === undefined && found.next === undefined) void change();
  };

  return (
    <form noValidate aria-label="Change password" onSubmit={submit} className="flex flex-col gap-4">
      {/* Lets password managers match the account. */}
      <input type="hidden" name="username" autoComplete="username" value={username} />
      <TextField
        label="Current password"
        required
        error={complaints.current}
        ref={currentInput}
        name="current-password"
        type="password"
        autoComplete="current-password"
        value={currentPassword}
        onChange={(event) => setCurrent(event.target.value)}
      />
      <NewPasswordField
        ref={newInput}
        label="New password"
        value={newPassword}
        onChange={setNew}
        error={complaints.next}
      />
      <CheckField
        label="Also delete my API tokens"
        hint="Programs that use them stop working."
        checked={deleteTokens}
        onChange={() => setDeleteTokens(!deleteTokens)}
      />
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={isPending} busyLabel="Changing...">
          Change password
        </Button>
      </div>
    </form>
  );
}
