import { type SubmitEvent, useRef, useState } from "react";
import { detailOf } from "#web/api/connection/api-error.ts";
import { TextField } from "#web/ui/fields/fields.tsx";
import { SubmitActions } from "#web/ui/overlays/dialog.tsx";

interface PasswordProofProps {
  label: string;
  button: { text: string; busyText: string; variant: "primary" | "destructive" };
  /** Rejects if the password is wrong. */
  onSubmit: (password: string) => Promise<void>;
  onCancel: () => void;
}

/** Asks for the password before sensitive actions, in case the browser was left unattended. */
export function PasswordProof({ label, button, onSubmit, onCancel }: PasswordProofProps) {
  const [password, setPassword] = useState("");
  const [complaint, setComplaint] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const prove = async (): Promise<void> => {
    setIsBusy(true);
    try {
      await onSubmit(password);
    } catch (error) {
      setComplaint(detailOf(error));
      input.current?.focus();
      input.current?.select();
    } finally {
      setIsBusy(false);
    }
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setComplaint(password === "" ? "Enter your password" : undefined);
    if (password === "") input.current?.focus();
    else void prove();
  };
  return (
    <form noValidate aria-label={label} onSubmit={submit}>
      <TextField
        label="Password"
        required
        error={complaint}
        ref={input}
        name="current-password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <SubmitActions
        label={button.text}
        busy={isBusy}
        busyLabel={button.busyText}
        variant={button.variant}
        onCancel={onCancel}
      />
    </form>
  );
}
