import { useQuery } from "@tanstack/react-query";
import { Link, Navigate } from "react-router";
import { FirstOwnerForm } from "#web/actions/sign-in/first-owner-form.tsx";
import { useTokenOfLink } from "#web/actions/sign-in/token-of-link.ts";
import { sessionQuery } from "#web/api/session.ts";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button-class.ts";

/** Target of the link that a server prints on its first start if others can reach it. */
export function FirstOwnerScreen() {
  const token = useTokenOfLink();
  const { data: session, isPending } = useQuery(sessionQuery);
  if (isPending) return null;
  if (session?.user != null) return <Navigate to={paths.dashboard()} replace />;
  if (session?.hasAccounts === true) {
    return (
      <>
        <p className="text-muted">The first account already exists. Sign in, or ask an owner for an invitation.</p>
        <Link to={paths.signIn()} className={`${buttonClass("secondary")} mt-5`}>
          Go to sign-in
        </Link>
      </>
    );
  }
  if (token === "") {
    return <p className="text-muted">This link is incomplete. Open the full link from Winnow's output.</p>;
  }
  return (
    <>
      <p className="mb-5 text-muted">You'll be the owner and can invite your team.</p>
      <FirstOwnerForm token={token} />
    </>
  );
}
