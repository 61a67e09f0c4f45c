import type { ReactNode } from "react";
import type { SessionRecord } from "#shared/contract/session.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";

interface SessionRowProps {
  session: SessionRecord;
  /** Shown when listing other users' sessions. */
  owner?: ReactNode;
  busy: boolean;
  onEnd: () => void;
}

export function SessionRow({ session, owner, busy, onEnd }: SessionRowProps) {
  const { device, username, address, isCurrent, lastUsed, expiresAt } = session;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-5 py-3 first:border-t-0 max-md:px-4">
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          <bdi className="wrap-anywhere">{device}</bdi>
          {isCurrent && <Badge tone="accent">This browser</Badge>}
        </p>
        <p className="text-sm wrap-anywhere text-muted">
          {owner !== undefined && <>{owner} · </>}
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
