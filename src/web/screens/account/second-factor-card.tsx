import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { SecondFactorSetUp } from "#shared/contract/session.ts";
import { beginSecondFactor } from "#web/api/session.ts";
import { ConfirmAuthenticator } from "#web/screens/account/confirm-authenticator.tsx";
import { PasswordProof } from "#web/screens/account/password-proof.tsx";
import { RecoveryCodeList } from "#web/screens/account/recovery-code-list.tsx";
import { RemoveSecondFactor } from "#web/screens/account/remove-second-factor.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { Status } from "#web/ui/status.tsx";

/** Two-factor authentication: setup, recovery codes, removal. */
export function SecondFactorCard({ username, isOn }: { username: string; isOn: boolean }) {
  const { mutateAsync } = useMutation(beginSecondFactor);
  const [isAsking, setIsAsking] = useState(false);
  const [setUp, setSetUp] = useState<SecondFactorSetUp | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const begin = async (password: string): Promise<void> => {
    setSetUp(await mutateAsync(password));
    setIsAsking(false);
  };
  return (
    <Card
      title="Two-factor authentication"
      description="Asks for a code from your phone when you sign in."
      actions={<Status tone={isOn ? "success" : "neutral"}>{isOn ? "On" : "Off"}</Status>}
    >
      {codes !== null ? (
        <RecoveryCodeList username={username} codes={codes} onDone={() => setCodes(null)} />
      ) : isOn ? (
        <RemoveSecondFactor />
      ) : setUp !== null ? (
        <ConfirmAuthenticator
          setUp={setUp}
          onConfirmed={(given) => {
            setCodes(given);
            setSetUp(null);
          }}
          onCancel={() => setSetUp(null)}
        />
      ) : (
        <Button onClick={() => setIsAsking(true)}>Set up</Button>
      )}
      <Dialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Set up two-factor authentication"
        description="Enter your password, then scan a code with your phone."
      >
        <PasswordProof
          label="Set up two-factor authentication"
          button={{ text: "Continue", busyText: "Checking...", variant: "primary" }}
          onSubmit={begin}
          onCancel={() => setIsAsking(false)}
        />
      </Dialog>
    </Card>
  );
}
