import { useQuery } from "@tanstack/react-query";
import { Navigate, useSearchParams } from "react-router";
import { identityProviderOf } from "#web/actions/sign-in/identity-provider.ts";
import { returnPath } from "#web/actions/sign-in/return-path.ts";
import { SignInForm } from "#web/actions/sign-in/sign-in-form.tsx";
import { identityProblemInWords } from "#web/actions/sign-in/sign-in-words.ts";
import { sessionQuery } from "#web/api/session.ts";
import { nearestPage } from "#web/layout/nearest-page.ts";
import { Notice } from "#web/ui/notice.tsx";

/** Sign-in page; continues to the requested page. */
export function SignInScreen() {
  // Another tab may sign in.
  const { data: session, isPending } = useQuery({ ...sessionQuery, refetchOnWindowFocus: "always" });
  const [query] = useSearchParams();
  const next = returnPath(query.get("next"), location.origin);
  if (isPending) return null;
  if (session !== undefined && session.state !== "signed-out") return <Navigate to={next} replace />;
  if (session?.hasAccounts === false) {
    return (
      <p className="text-muted">
        There are no accounts yet. Open the link in Winnow's output, or run{" "}
        <code className="font-mono text-sm">npm run user -- add NAME --role owner</code> on the server.
      </p>
    );
  }
  const problem = identityProblemInWords(query.get("problem"), session?.identityProvider ?? null);
  return (
    <>
      {problem !== "" && (
        <div role="alert" className="mb-5">
          <Notice tone="danger">{problem}</Notice>
        </div>
      )}
      {next !== "/" && problem === "" && (
        <p className="mb-5 text-muted">Sign in to continue to {nearestPage(next.replace(/[?#].*$/u, "")).title}.</p>
      )}
      <SignInForm takesFocus provider={identityProviderOf(session, next)} />
      <p className="mt-5 text-sm text-muted">Forgot your password? Ask an owner of your team for a reset link.</p>
    </>
  );
}
