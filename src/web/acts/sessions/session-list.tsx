import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { SessionRecord } from "#shared/contract/session.ts";
import { SessionRow } from "#web/acts/sessions/session-row.tsx";
import { detailOf } from "#web/api/api-error.ts";
import { endSession, sessionsQuery } from "#web/api/session.ts";
import { ErrorPanel } from "#web/ui/error-panel.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast-store.ts";

interface SessionListProps {
  whose: "own" | "team";
  /** What each row says of whose it is. */
  ownerOf?: (session: SessionRecord) => ReactNode;
}

/** Browsers that are signed in, at the foot of a card, each to be signed out. */
export function SessionList({ whose, ownerOf }: SessionListProps) {
  const { data: sessions, error, isFetching, refetch } = useQuery(sessionsQuery(whose));
  const ending = useMutation(endSession);
  const end = async ({ id, device }: SessionRecord): Promise<void> => {
    try {
      await ending.mutateAsync(id);
      toast.success(`${device} is signed out`);
    } catch (failure) {
      toast.error("The browser could not be signed out", detailOf(failure));
    }
  };
  if (sessions === undefined) {
    return error === null ? (
      <div className="border-t border-line px-5 py-3">
        <LoadingNote what="the browsers" />
        <Skeleton className="h-9 w-64 max-w-full" />
      </div>
    ) : (
      <ErrorPanel
        title="The browsers could not be loaded"
        detail={detailOf(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
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
