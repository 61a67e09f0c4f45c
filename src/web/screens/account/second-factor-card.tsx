import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import type { SecondFactorSetUp } from "#shared/contract/session.ts";
import { saveAs } from "#web/actions/save-as.ts";
import { beginSecondFactor, removeSecondFactor } from "#web/api/session.ts";
import { ConfirmAuthenticator } from "#web/screens/account/confirm-authenticator.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { CopyButton } from "#web/ui/copy-button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Dialog, SubmitActions } from "#web/ui/overlays/dialog.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";
import { Status } from "#web/ui/status.tsx";
import { detailOf } from "#web/api/connection/api-error.ts";
import { TextField } from "#web/ui/fields/fields.tsx";

/** Two-factor authentication: setup, recovery codes, removal. */
export function SecondFactorCard({ username, isOn }: { username: string; isOn: boolean }) {
  const { mutateAsync } = useMutation(beginSecondFactor);
  const [isAsking, setIsAsking] = useState(false);
  const [setUp, setSetUp] = useState<SecondFactorSetUp | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const begin = async (password: string): Promise<void> => {
    setSetUp(await mutateAsync({ body: { password } }));
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

/** Turns off two-factor authentication after asking for the password. */
function RemoveSecondFactor() {
  const { mutateAsync } = useMutation(removeSecondFactor);
  const [isOpen, setIsOpen] = useState(false);
  const remove = async (password: string): Promise<void> => {
    await mutateAsync({ body: { password } });
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

interface RecoveryCodeListProps {
  username: string;
  codes: readonly string[];
  onDone: () => void;
}

/** Shows the recovery codes once, with ways to store them. */
function RecoveryCodeList({ username, codes, onDone }: RecoveryCodeListProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.focus(), []);
  const text = codes.join("\n");
  const download = (): void => {
    const content = `Winnow recovery codes for ${username} at ${location.origin}\nEach code works once.\n\n${text}\n`;
    saveAs(new Blob([content], { type: "text/plain" }), "winnow-recovery-codes.txt");
  };
  return (
    <div className="flex flex-col gap-4">
      <Notice tone="success" title="Two-factor authentication is on">
        <p>
          Save these recovery codes somewhere safe. Each signs you in once without your phone. They won't be shown
          again.
        </p>
      </Notice>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Recovery codes"
        className="grid grid-cols-2 gap-x-6 gap-y-1 rounded-md border border-line bg-canvas p-4 font-mono text-sm tabular-nums max-sm:grid-cols-1"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <CopyButton text={text} what="recovery codes" worded />
        <Button icon={<Download aria-hidden />} onClick={download}>
          Download
        </Button>
        <Button variant="primary" onClick={onDone}>
          I saved them
        </Button>
      </div>
    </div>
  );
}

interface PasswordProofProps {
  label: string;
  button: { text: string; busyText: string; variant: "primary" | "destructive" };
  /** Rejects if the password is wrong. */
  onSubmit: (password: string) => Promise<void>;
  onCancel: () => void;
}

/** Asks for the password before sensitive actions, in case the browser was left unattended. */
function PasswordProof({ label, button, onSubmit, onCancel }: PasswordProofProps) {
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
