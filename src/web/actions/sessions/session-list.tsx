import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { SessionRecord } from "#shared/contract/session.ts";
import { useAction } from "#web/actions/use-action.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { endSession, sessionsQuery } from "#web/api/session.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { LoadingBars } from "#web/ui/loading-bars.tsx";

interface SessionListProps {
  whose: "own" | "team";
  /** Owner label per row. */
  ownerOf?: (session: SessionRecord) => ReactNode;
}

/** Signed-in browsers in a card footer, each with a sign-out button. */
export function SessionList({ whose, ownerOf }: SessionListProps) {
  const query = useQuery(sessionsQuery(whose));
  const { data: sessions, error } = query;
  const ending = useAction(endSession);
  const end = ({ id, device }: SessionRecord): Promise<boolean> =>
    ending.run({ params: { id } }, { done: `${device} signed out`, failed: "Failed to sign out the browser" });
  if (sessions === undefined) {
    return error === null ? (
      <LoadingBars what="the browsers" className="border-t border-line px-5 py-3" bars={["h-9 w-64 max-w-full"]} />
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
          busy={ending.isPending && ending.variables?.params.id === session.id}
          onEnd={() => void end(session)}
        />
      ))}
    </ul>
  );
}

interface SessionRowProps {
  session: SessionRecord;
  /** Shown when listing other users' sessions. */
  owner?: ReactNode;
  busy: boolean;
  onEnd: () => void;
}

function SessionRow({ session, owner, busy, onEnd }: SessionRowProps) {
  const { device, username, address, isCurrent, lastUsed, expiresAt } = session;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-5 py-3 first:border-t-0 max-md:px-4">
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <bdi className="wrap-anywhere">{device}</bdi>
          {isCurrent && <Badge tone="accent">This browser</Badge>}
        </p>
        <p className="text-sm wrap-anywhere text-muted">
          {owner !== undefined && (
            <>
              <bdi>{owner}</bdi> ·{" "}
            </>
          )}
          {address} ·{" "}
          {isCurrent ? (
            "Active now"
          ) : (
            <>
              Last used: <RelativeTime time={lastUsed} />
            </>
          )}{" "}
          · Expires <Moment time={expiresAt} />
        </p>
      </div>
      {!isCurrent && (
        <Button
          size="small"
          busy={busy}
          aria-label={owner === undefined ? `Sign out ${device}` : `Sign out ${device} of ${username}`}
          onClick={onEnd}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
