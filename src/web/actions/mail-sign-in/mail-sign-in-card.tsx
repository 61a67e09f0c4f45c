import { useQuery } from "@tanstack/react-query";
import { LogIn } from "lucide-react";
import { useState } from "react";
import type { MailSignIn, MailSignInStart } from "#shared/contract/mail-sign-in.ts";
import { MAIL_PROVIDER_FACTS, type MailProvider, type SignInMethod } from "#shared/mail-providers.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { MailAppDialog } from "#web/actions/mail-sign-in/mail-app-dialog.tsx";
import { useStartSignIn } from "#web/actions/mail-sign-in/use-mail-sign-in.ts";
import { mailSignInsQuery } from "#web/api/mail-sign-ins.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Status, type StatusTone } from "#web/ui/status.tsx";

const STATES: Record<MailSignIn["state"], { tone: StatusTone; word: string }> = {
  off: { tone: "neutral", word: "Not set up" },
  ready: { tone: "neutral", word: "Not signed in" },
  connected: { tone: "success", word: "Signed in" },
  failing: { tone: "danger", word: "Not working" },
};

/** Sign-in through Microsoft 365 and Google; what is connected here can be chosen in the form. */
export function MailSignInCard({ from }: MailSignInStart) {
  const { data: signIns = [] } = useQuery(mailSignInsQuery);
  const [edited, setEdited] = useState<MailProvider | null>(null);
  const shown = signIns.find(({ provider }) => provider === edited);
  return (
    <Card flush unsized title="Sign in without a password" description="One sign-in reads and sends mail.">
      <ul>
        {signIns.map((signIn) => (
          <li key={signIn.provider} className="flex flex-col gap-3 border-t border-line px-5 py-4 max-md:px-4">
            <ProviderRow signIn={signIn} from={from} onEdit={() => setEdited(signIn.provider)} />
          </li>
        ))}
      </ul>
      {shown !== undefined && <MailAppDialog signIn={shown} onClose={() => setEdited(null)} />}
    </Card>
  );
}

function ProviderRow({ signIn, from, onEdit }: { signIn: MailSignIn; onEdit: () => void } & MailSignInStart) {
  const { provider, state, mode, account, message } = signIn;
  const { name } = MAIL_PROVIDER_FACTS[provider];
  const { tone, word } = STATES[state];
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="font-semibold">{name}</h3>
        <Status tone={tone}>{word}</Status>
      </div>
      {account !== "" && <p className="wrap-anywhere text-muted">{account}</p>}
      {message !== "" && (
        <Notice tone="danger">
          <p>{message}</p>
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        {state !== "off" && mode === "person" && <SignInButton signIn={signIn} from={from} />}
        <Button size="small" onClick={onEdit}>
          {state === "off" ? "Set up" : "Edit app"} <span className="sr-only">for {name}</span>
        </Button>
      </div>
    </>
  );
}

/** Starts a sign-in, or renews one that the provider refuses. */
function SignInButton({ signIn, from }: { signIn: MailSignIn } & MailSignInStart) {
  const { start, isStarting } = useStartSignIn(from);
  const { provider, account, state } = signIn;
  return (
    <Button
      size="small"
      variant={state === "connected" ? "secondary" : "primary"}
      icon={<LogIn aria-hidden />}
      busy={isStarting}
      busyLabel="Opening..."
      onClick={() => void start(provider)}
    >
      {account === "" ? `Sign in with ${MAIL_PROVIDER_FACTS[provider].name}` : "Reconnect"}
    </Button>
  );
}

/** Signs in again when the provider of a mailbox or mail server refuses the sign-in. */
export function ReconnectButton({ method, from }: { method: SignInMethod } & MailSignInStart) {
  const { data: signIns = [] } = useQuery(mailSignInsQuery);
  const signIn = signIns.find(({ provider }) => provider === method);
  if (signIn === undefined || signIn.mode === "app" || !["failing", "ready"].includes(signIn.state)) return null;
  return (
    <IfAllowed to="manage">
      <div className="mt-2">
        <SignInButton signIn={signIn} from={from} />
      </div>
    </IfAllowed>
  );
}
