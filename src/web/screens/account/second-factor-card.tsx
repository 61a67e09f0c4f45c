import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { SecondFactorSetUp } from "#shared/contract/session.ts";
import { detailOf } from "#web/api/api-error.ts";
import { beginSecondFactor } from "#web/api/session.ts";
import { ConfirmAuthenticator } from "#web/screens/account/confirm-authenticator.tsx";
import { RecoveryCodeList } from "#web/screens/account/recovery-code-list.tsx";
import { RemoveSecondFactor } from "#web/screens/account/remove-second-factor.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Status } from "#web/ui/status.tsx";
import { toast } from "#web/ui/toast-store.ts";

/** The code of an authenticator beside the password: set up, recovery codes, removal. */
export function SecondFactorCard({ username, isOn }: { username: string; isOn: boolean }) {
  const { mutateAsync, isPending } = useMutation(beginSecondFactor);
  const [setUp, setSetUp] = useState<SecondFactorSetUp | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const begin = async (): Promise<void> => {
    try {
      setSetUp(await mutateAsync());
    } catch (error) {
      toast.error("The second factor could not be set up", detailOf(error));
    }
  };
  return (
    <Card
      title="Second factor"
      description="A code from an app on your phone, asked beside the password when you sign in."
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
        <Button busy={isPending} busyLabel="One moment..." onClick={() => void begin()}>
          Set up
        </Button>
      )}
    </Card>
  );
}
