import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { removeSecondFactor } from "#web/api/session.ts";
import { PasswordProof } from "#web/screens/account/password-proof.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";

/** Turns off two-factor authentication after asking for the password. */
export function RemoveSecondFactor() {
  const { mutateAsync } = useMutation(removeSecondFactor);
  const [isOpen, setIsOpen] = useState(false);
  const remove = async (password: string): Promise<void> => {
    await mutateAsync(password);
    toast.success("Two-factor authentication turned off");
    setIsOpen(false);
  };
  return (
    <>
      <p className="mb-4 text-muted">
        Lost your phone? Sign in with a recovery code, then turn this off and set it up again.
      </p>
      <Button onClick={() => setIsOpen(true)}>Turn off</Button>
      <Dialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title="Turn off two-factor authentication?"
        description="You'll sign in with just your password. Your recovery codes stop working."
      >
        <PasswordProof
          label="Turn off two-factor authentication"
          button={{ text: "Turn off", busyText: "Turning off...", variant: "destructive" }}
          onSubmit={remove}
          onCancel={() => setIsOpen(false)}
        />
      </Dialog>
    </>
  );
}
