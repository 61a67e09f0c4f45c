import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { NewPasswordField, passwordComplaint } from "#web/actions/new-password-field.tsx";
import { ApiError, detailOf } from "#web/api/connection/api-error.ts";
import { makeFirstOwner } from "#web/api/session.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/fields/fields.tsx";
import { Notice } from "#web/ui/notice.tsx";

interface Complaints {
  username?: string | undefined;
  password?: string | undefined;
  other?: string | undefined;
}

/** Creates the first account and signs in; `token` is the secret of the link that the server printed, if it needs one. */
export function FirstOwnerForm({ token, onCreated }: { token?: string; onCreated?: (username: string) => void }) {
  const { mutateAsync, isPending } = useMutation(makeFirstOwner);
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [complaints, setComplaints] = useState<Complaints>({});
  const nameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);
  const isWholePage = token !== undefined;
  useEffect(() => {
    if (isWholePage) nameInput.current?.focus();
  }, [isWholePage]);

  const complain = (found: Complaints): void => {
    setComplaints(found);
    if (found.username !== undefined) nameInput.current?.focus();
    else if (found.password !== undefined) passwordInput.current?.focus();
  };
  const make = async (): Promise<void> => {
    try {
      const name = username.trim();
      await mutateAsync({ body: { username: name, password, ...(token !== undefined && { token }) } });
      onCreated?.(name);
    } catch (error) {
      complain(complaintsOf(error));
    }
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const found = {
      username: username.trim() === "" ? "Enter a username" : undefined,
      password: passwordComplaint(password),
    };
    complain(found);
    if (found.username === undefined && found.password === undefined) void make();
  };

  return (
    <form noValidate aria-label="First account" onSubmit={submit} className="flex max-w-sm flex-col gap-4">
      <TextField
        label="Username"
        required
        error={complaints.username}
        hint="An email address or any other name."
        ref={nameInput}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
      />
      <NewPasswordField ref={passwordInput} value={password} onChange={setPassword} error={complaints.password} />
      <div role="alert" className="empty:-mt-4">
        {complaints.other !== undefined && <Notice tone="danger">{complaints.other}</Notice>}
      </div>
      <Button type="submit" variant="primary" busy={isPending} busyLabel="Creating...">
        Create first account
      </Button>
    </form>
  );
}

function complaintsOf(error: unknown): Complaints {
  const fields = error instanceof ApiError ? error.fields : [];
  const of = (name: string): string | undefined => fields.find(({ field }) => field === name)?.message;
  const [username, password] = [of("username"), of("password")];
  return username === undefined && password === undefined ? { other: detailOf(error) } : { username, password };
}
