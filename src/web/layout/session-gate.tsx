import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { sessionQuery } from "#web/api/session.ts";
import { SignInCover } from "#web/layout/sign-in-cover.tsx";
import { paths } from "#web/paths.ts";
import { LoadingNote } from "#web/ui/skeleton.tsx";

/**
 * Requires a session; everyone else is sent to the sign-in page with a return path. Children mount only once access is
 * known, and stay mounted behind a later sign-in. If the session can't be determined, each part reports its own load
 * error.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const { data: session, isPending } = useQuery(sessionQuery);
  const { pathname, search, hash } = useLocation();
  const [lastIn, setLastIn] = useState(session);
  if (session !== undefined && session !== lastIn && session.state !== "signed-out") setLastIn(session);
  const [hasAnswered, setHasAnswered] = useState(!isPending);
  if (!isPending && !hasAnswered) setHasAnswered(true);
  if (!hasAnswered) return <LoadingNote what="the page" />;
  const isSignedOut = session?.state === "signed-out";
  if (isSignedOut && (lastIn === undefined || lastIn.state === "signed-out")) {
    return <Navigate to={paths.signIn(`${pathname}${search}${hash}`)} replace />;
  }
  return (
    <>
      {children}
      {isSignedOut && <SignInCover username={lastIn?.user?.username ?? ""} />}
    </>
  );
}
