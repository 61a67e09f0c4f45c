import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SessionRecord } from "#shared/contract/session.ts";
import { detailOf } from "#web/api/api-error.ts";
import { endOtherSessions, endSession, sessionsQuery } from "#web/api/session.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { ErrorPanel } from "#web/ui/error-panel.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast-store.ts";

/** The browsers one is signed in with, and signing them out. */
export function SessionsCard() {
  const { data: sessions, error, isFetching, refetch } = useQuery(sessionsQuery);
  const ending = useMutation(endSession);
  const endingOthers = useMutation(endOtherSessions);
  const [asks, setAsks] = useState(false);
  const others = (sessions ?? []).filter(({ isCurrent }) => !isCurrent);
  const end = async (work: Promise<unknown>, done: string): Promise<void> => {
    try {
      await work;
      toast.success(done);
    } catch (failure) {
      toast.error("The browser could not be signed out", detailOf(failure));
    }
  };
  return (
    <Card
      flush
      title="Signed-in browsers"
      description="Sign out what you do not know, and change your password then."
      actions={
        others.length > 1 && (
          <Button size="small" busy={endingOthers.isPending} onClick={() => setAsks(true)}>
            Sign out all others
          </Button>
        )
      }
    >
      {sessions !== undefined ? (
        <ul className="border-t border-line">
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={ending.isPending && ending.variables === session.id}
              onEnd={() => void end(ending.mutateAsync(session.id), `${session.device} is signed out`)}
            />
          ))}
        </ul>
      ) : error === null ? (
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
      )}
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Sign out all other browsers?"
        description="You stay signed in here. Whoever uses the others has to sign in again."
        confirmLabel="Sign out"
        onConfirm={() => void end(endingOthers.mutateAsync(), "All other browsers are signed out")}
      />
    </Card>
  );
}

interface SessionRowProps {
  session: SessionRecord;
  busy: boolean;
  onEnd: () => void;
}

function SessionRow({ session, busy, onEnd }: SessionRowProps) {
  const { device, address, isCurrent, lastUsed, expiresAt } = session;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-5 py-3 first:border-t-0 max-md:px-4">
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <bdi className="wrap-anywhere">{device}</bdi>
          {isCurrent && <Badge tone="accent">This browser</Badge>}
        </p>
        <p className="text-sm text-muted">
          {address} ·{" "}
          {isCurrent ? (
            "In use"
          ) : (
            <>
              Last used: <RelativeTime time={lastUsed} />
            </>
          )}{" "}
          · Ends <Moment time={expiresAt} />
        </p>
      </div>
      {!isCurrent && (
        <Button size="small" busy={busy} aria-label={`Sign out ${device}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  );
}
