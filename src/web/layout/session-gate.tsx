import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { sessionQuery } from "#web/api/session.ts";
import { paths } from "#web/paths.ts";
import { LoadingNote } from "#web/ui/skeleton.tsx";
import { useLoaded, whenIdle } from "#web/ui/use-loaded.ts";

const loadCover = () => import("#web/layout/sign-in-cover.tsx");
const RETRY_MILLISECONDS = 5_000;

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
  const hasAccounts = session?.user != null;
  useEffect(() => {
    // The server may be unreachable when the session ends.
    if (hasAccounts) whenIdle(() => void loadCover().catch(() => undefined));
  }, [hasAccounts]);
  if (!hasAnswered) return <LoadingNote what="the page" />;
  const isSignedOut = session?.state === "signed-out";
  if (isSignedOut && (lastIn === undefined || lastIn.state === "signed-out")) {
    return <Navigate to={paths.signIn(`${pathname}${search}${hash}`)} replace />;
  }
  return (
    <>
      {children}
      {isSignedOut && <Cover username={lastIn?.user?.username ?? ""} />}
    </>
  );
}

/** The sign-in form over the page, loaded on demand; until then the page is hidden. */
function Cover({ username }: { username: string }) {
  const [failedAt, setFailedAt] = useState<number | null>(null);
  const giveUp = (): void => setFailedAt(Date.now());
  useEffect(() => {
    if (failedAt === null) return undefined;
    const timer = setTimeout(() => setFailedAt(null), RETRY_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [failedAt]);
  const code = useLoaded({ name: "The sign-in form", load: loadCover, isWanted: failedAt === null, giveUp });
  if (code !== null) return <code.SignInCover username={username} />;
  return (
    <div data-cover className="fixed inset-0 z-50 bg-canvas">
      <LoadingNote what="the sign-in form" />
    </div>
  );
}
