import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { detailOf } from "#web/api/api-error.ts";
import { removeSecondFactor } from "#web/api/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { toast } from "#web/ui/toast-store.ts";

/** Turns the second factor off, after the password. */
export function RemoveSecondFactor() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <p className="mb-4 text-muted">
        Lost your phone? Sign in with a recovery code, turn the second factor off and set it up anew.
      </p>
      <Button onClick={() => setIsOpen(true)}>Turn off</Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Turn the second factor off?"
        description="From then on your password alone signs you in, and the recovery codes work no more."
      >
        <RemovalForm onDone={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

function RemovalForm({ onDone }: { onDone: () => void }) {
  const { mutateAsync, isPending } = useMutation(removeSecondFactor);
  const [password, setPassword] = useState("");
  const [complaint, setComplaint] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const remove = async (): Promise<void> => {
    try {
      await mutateAsync(password);
      toast.success("The second factor is off");
      onDone();
    } catch (error) {
      setComplaint(detailOf(error));
      input.current?.focus();
      input.current?.select();
    }
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setComplaint(password === "" ? "Type your password" : undefined);
    if (password === "") input.current?.focus();
    else void remove();
  };
  return (
    <form noValidate aria-label="Turn the second factor off" onSubmit={submit}>
      <Field label="Password" required error={complaint}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            name="current-password"
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <DialogActions>
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="destructive" busy={isPending} busyLabel="Turning off...">
          Turn off
        </Button>
      </DialogActions>
    </form>
  );
}
