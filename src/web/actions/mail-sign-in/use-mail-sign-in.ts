import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { useSearchParams } from "react-router";
import type { MailSignIn, MailSignInStart } from "#shared/contract/mail-sign-in.ts";
import { MAIL_PROVIDER_FACTS, type MailProvider, type SignInMethod } from "#shared/mail-providers.ts";
import { useAction } from "#web/actions/use-action.ts";
import { mailSignInsQuery, startMailSignIn } from "#web/api/mail-sign-ins.ts";
import { withParameters } from "#web/paths.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";

/** Continues on the provider's page, which returns to the screen. */
export function useStartSignIn(from: MailSignInStart["from"]) {
  const { run, isPending, isSuccess } = useAction(startMailSignIn);
  const start = (provider: MailProvider): Promise<boolean> =>
    run(
      { params: { provider }, body: { from } },
      {
        failed: `Couldn't sign in to ${MAIL_PROVIDER_FACTS[provider].name}`,
        onDone: ({ url }) => window.location.assign(url),
      },
    );
  // Busy until the browser has left.
  return { start, isStarting: isPending || isSuccess };
}

/** What someone has just signed in to, and came back from; null otherwise. Announces it once. */
export function useSignedIn(): MailSignIn | null {
  const [query, setQuery] = useSearchParams();
  const { data: signIns } = useQuery(mailSignInsQuery);
  // The page loads again on the way back, so nothing arrives later.
  const [arrival] = useState(() => ({ provider: query.get("signIn"), problem: query.get("signInProblem") }));
  const found = signIns?.find(({ provider }) => provider === arrival.provider) ?? null;
  const isLoaded = signIns !== undefined;

  const announce = useEffectEvent(() => {
    const { provider, problem } = arrival;
    if (provider === null && problem === null) return;
    if (problem === "mail_sign_in_late" || found === null) {
      toast.error("Sign-in not completed", "It took too long, or it was started elsewhere. Try again.");
    } else if (problem !== null) {
      toast.error(`Couldn't sign in to ${MAIL_PROVIDER_FACTS[found.provider].name}`, found.message);
    } else {
      toast.success(`Signed in to ${MAIL_PROVIDER_FACTS[found.provider].name} as ${found.account}`);
    }
    setQuery(withParameters({ signIn: null, signInProblem: null }), { replace: true });
  });
  useEffect(() => {
    if (isLoaded) announce();
  }, [isLoaded]);

  return arrival.problem === null ? found : null;
}

/** Chooses what someone has just signed in to. */
export function useChooseSignedIn(
  signedIn: MailSignIn | null,
  choose: (method: SignInMethod, account: string) => void,
): void {
  const chooseIt = useEffectEvent(() => {
    if (signedIn !== null) choose(signedIn.provider, signedIn.account);
  });
  const arrived = signedIn?.provider;
  useEffect(() => {
    if (arrived !== undefined) chooseIt();
  }, [arrived]);
}
