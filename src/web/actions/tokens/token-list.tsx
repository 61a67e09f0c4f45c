import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { ApiToken } from "#shared/contract/session.ts";
import { useAction } from "#web/actions/use-action.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { deleteToken, tokensQuery } from "#web/api/tokens.ts";
import { SCOPE_WORDS } from "#web/format/token-scope.ts";
import { Badge } from "#web/ui/badge.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { useNow } from "#web/ui/now.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { useLastShown } from "#web/ui/overlays/last-shown.ts";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { LoadingBars } from "#web/ui/loading-bars.tsx";

interface TokenListProps {
  whose: "own" | "team";
  /** Owner label per row. */
  ownerOf?: (token: ApiToken) => ReactNode;
  /** Shown without tokens. */
  empty: ReactNode;
}

/** API tokens in a card footer; deleting one asks for confirmation. */
export function TokenList({ whose, ownerOf, empty }: TokenListProps) {
  const query = useQuery(tokensQuery(whose));
  const { data: tokens, error } = query;
  const removing = useAction(deleteToken);
  const [asked, setAsked] = useState<ApiToken | null>(null);
  const shownAsked = useLastShown(asked);
  const remove = ({ id, name }: ApiToken): Promise<boolean> =>
    removing.run({ params: { id } }, { done: `Token “${name}” deleted`, failed: "Failed to delete the token" });
  return (
    <>
      {tokens === undefined ? (
        error === null ? (
          <LoadingBars what="the tokens" className="border-t border-line px-5 py-3" bars={["h-9 w-64 max-w-full"]} />
        ) : (
          <QueryFailed what="tokens" query={query} />
        )
      ) : tokens.length === 0 ? (
        <div className="border-t border-line">{empty}</div>
      ) : (
        <ul aria-label="API tokens" className="border-t border-line">
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} owner={ownerOf?.(token)} onDelete={() => setAsked(token)} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title="Delete this token?"
        description={
          <>
            Programs that use “<bdi>{shownAsked?.name}</bdi>”
            {ownerOf !== undefined && (
              <>
                {" "}
                from <bdi>{shownAsked?.username}</bdi>
              </>
            )}{" "}
            lose access. This can't be undone.
          </>
        }
        confirmLabel="Delete token"
        onConfirm={() => asked !== null && void remove(asked)}
      />
    </>
  );
}

interface TokenRowProps {
  token: ApiToken;
  /** Shown when listing other users' tokens. */
  owner?: ReactNode;
  onDelete: () => void;
}

/** The visible part of a token: name, prefix, scopes and last use. */
function TokenRow({ token, owner, onDelete }: TokenRowProps) {
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
            {owner !== undefined && (
              <>
                <bdi>{owner}</bdi> ·{" "}
              </>
            )}
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
