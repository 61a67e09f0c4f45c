import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import type { ApiToken } from "#shared/contract/session.ts";
import { SCOPE_WORDS } from "#web/format/token-scope.ts";
import { Badge } from "#web/ui/badge.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { useNow } from "#web/ui/now.ts";
import { RelativeTime } from "#web/ui/relative-time.tsx";

interface TokenRowProps {
  token: ApiToken;
  /** Shown when listing other users' tokens. */
  owner?: ReactNode;
  onDelete: () => void;
}

/** The visible part of a token: name, prefix, scopes and last use. */
export function TokenRow({ token, owner, onDelete }: TokenRowProps) {
  const { name, prefix, scopes, tools, username, lastUsed, expiresAt } = token;
  const isOver = Date.parse(expiresAt ?? "") <= useNow();
  return (
    <li className="flex items-center gap-4 border-t border-line px-5 py-3 first:border-t-0 max-md:px-4">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-6 gap-y-1">
        <div className="min-w-48 flex-1">
          <p className="wrap-anywhere">
            <bdi>{name}</bdi> <code className="font-mono text-sm text-muted">{prefix}…</code>
          </p>
          <p className="text-sm wrap-anywhere text-muted">
            {owner !== undefined && <>{owner} · </>}
            Last used: <RelativeTime time={lastUsed} absent="Never" /> ·{" "}
            {expiresAt === null ? (
              "Never expires"
            ) : (
              <>
                {isOver ? "Expired" : "Expires"} <Moment time={expiresAt} />
              </>
            )}
          </p>
        </div>
        <p className="flex flex-wrap gap-1.5">
          {isOver && <Badge tone="danger">Expired</Badge>}
          {scopes.map((scope) => (
            <Badge key={scope}>{SCOPE_WORDS[scope].label}</Badge>
          ))}
          {tools !== null && <Badge>{tools.length === 1 ? "1 tool" : `${tools.length} tools`}</Badge>}
        </p>
      </div>
      <IconButton
        label={owner === undefined ? `Delete ${name}` : `Delete ${name} of ${username}`}
        icon={<Trash2 aria-hidden />}
        tone="danger"
        onClick={onDelete}
      />
    </li>
  );
}
