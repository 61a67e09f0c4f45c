import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { SessionRecord } from "#shared/contract/session.ts";
import { attempt } from "#web/actions/attempt.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { SessionRow } from "#web/actions/sessions/session-row.tsx";
import { endSession, sessionsQuery } from "#web/api/session.ts";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";

interface SessionListProps {
  whose: "own" | "team";
  /** Owner label per row. */
  ownerOf?: (session: SessionRecord) => ReactNode;
}

/** Signed-in browsers in a card footer, each with a sign-out button. */
export function SessionList({ whose, ownerOf }: SessionListProps) {
  const query = useQuery(sessionsQuery(whose));
  const { data: sessions, error } = query;
  const ending = useMutation(endSession);
  const end = ({ id, device }: SessionRecord): Promise<void> =>
    attempt("Failed to sign out the browser", async () => {
      await ending.mutateAsync(id);
      toast.success(`${device} signed out`);
    });
  if (sessions === undefined) {
    return error === null ? (
      <div className="border-t border-line px-5 py-3">
        <LoadingNote what="the browsers" />
        <Skeleton className="h-9 w-64 max-w-full" />
      </div>
    ) : (
      <QueryFailed what="browsers" query={query} />
    );
  }
  return (
    <ul aria-label="Signed-in browsers" className="border-t border-line">
      {sessions.map((session) => (
        <SessionRow
          key={session.id}
          session={session}
          owner={ownerOf?.(session)}
          busy={ending.isPending && ending.variables === session.id}
          onEnd={() => void end(session)}
        />
      ))}
    </ul>
  );
}
