import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { ApiToken } from "#shared/contract/session.ts";
import { attempt } from "#web/actions/attempt.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { TokenRow } from "#web/actions/tokens/token-row.tsx";
import { deleteToken, tokensQuery } from "#web/api/tokens.ts";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";
import { useLastShown } from "#web/ui/overlays/last-shown.ts";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";

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
  const { mutateAsync } = useMutation(deleteToken);
  const [asked, setAsked] = useState<ApiToken | null>(null);
  const shownAsked = useLastShown(asked);
  const remove = (token: ApiToken): Promise<void> =>
    attempt("Failed to delete the token", async () => {
      await mutateAsync(token.id);
      toast.success(`Token “${token.name}” deleted`);
    });
  return (
    <>
      {tokens === undefined ? (
        error === null ? (
          <div className="border-t border-line px-5 py-3">
            <LoadingNote what="the tokens" />
            <Skeleton className="h-9 w-64 max-w-full" />
          </div>
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
