import { useQuery } from "@tanstack/react-query";
import { Navigate, useSearchParams } from "react-router";
import { identityProviderOf } from "#web/acts/sign-in/identity-provider.ts";
import { returnPath } from "#web/acts/sign-in/return-path.ts";
import { SignInForm } from "#web/acts/sign-in/sign-in-form.tsx";
import { identityProblemInWords } from "#web/acts/sign-in/sign-in-words.ts";
import { sessionQuery } from "#web/api/session.ts";
import { Notice } from "#web/ui/notice.tsx";

/** The way in, and on to where one wanted to go. */
export function SignInScreen() {
  // Another tab of the same browser may sign in.
  const { data: session, isPending } = useQuery({ ...sessionQuery, refetchOnWindowFocus: "always" });
  const [query] = useSearchParams();
  const next = returnPath(query.get("next"), location.origin);
  if (isPending) return null;
  if (session !== undefined && session.state !== "signed-out") return <Navigate to={next} replace />;
  const problem = identityProblemInWords(query.get("problem"), session?.identityProvider ?? null);
  return (
    <>
      {problem !== "" && (
        <div role="alert" className="mb-5">
          <Notice tone="danger">{problem}</Notice>
        </div>
      )}
      <SignInForm takesFocus provider={identityProviderOf(session, next)} />
      <p className="mt-5 text-sm text-muted">
        Forgot your password? An owner of your team can make you a link with which to choose a new one.
      </p>
    </>
  );
}
