import { useMutation } from "@tanstack/react-query";
import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { encode } from "uqr";
import type { SecondFactorSetUp } from "#shared/contract/session.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { confirmSecondFactor } from "#web/api/session.ts";
import { Button } from "#web/ui/button.tsx";
import { CopyableText } from "#web/ui/copyable-text.tsx";
import { TextField } from "#web/ui/fields/fields.tsx";

interface ConfirmAuthenticatorProps {
  setUp: SecondFactorSetUp;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onCancel: () => void;
}

/** Shows the authenticator secret and asks for a code to confirm it. */
export function ConfirmAuthenticator({ setUp, onConfirmed, onCancel }: ConfirmAuthenticatorProps) {
  const { mutateAsync, isPending } = useMutation(confirmSecondFactor);
  const [code, setCode] = useState("");
  const [complaint, setComplaint] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  // This replaces the button that was pressed.
  useEffect(() => input.current?.focus(), []);
  const confirm = async (): Promise<void> => {
    try {
      const { recoveryCodes } = await mutateAsync({ body: { code: code.trim() } });
      onConfirmed(recoveryCodes);
    } catch (error) {
      setComplaint(detailOf(error));
      input.current?.focus();
      input.current?.select();
    }
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setComplaint(code.trim() === "" ? "Enter the code from your app" : undefined);
    if (code.trim() === "") input.current?.focus();
    else void confirm();
  };
  return (
    <form noValidate aria-label="Set up two-factor authentication" onSubmit={submit} className="flex flex-col gap-4">
      <p>
        Scan this with an authenticator app such as Aegis, Google Authenticator or 1Password, then enter the code it
        shows.
      </p>
      <div className="flex flex-wrap items-start gap-5">
        <QrCode text={setUp.uri} label="QR code for your authenticator" />
        <div className="flex min-w-48 flex-1 flex-col gap-4">
          <CopyableText label="Or enter this setup key" text={setUp.secret} what="secret" />
          <TextField
            label="Code"
            required
            error={complaint}
            ref={input}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        </div>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={isPending} busyLabel="Checking...">
          Turn on two-factor authentication
        </Button>
      </div>
    </form>
  );
}

/** Black on white in both themes, as cameras expect. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 3 });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 shrink-0 rounded-md border border-line forced-color-adjust-none"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark.join("")} fill="#000" />
    </svg>
  );
}
