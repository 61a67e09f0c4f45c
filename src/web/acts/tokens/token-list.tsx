import { useMutation, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { ApiToken } from "#shared/contract/session.ts";
import { TokenRow } from "#web/acts/tokens/token-row.tsx";
import { detailOf } from "#web/api/api-error.ts";
import { deleteToken, tokensQuery } from "#web/api/tokens.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { ErrorPanel } from "#web/ui/error-panel.tsx";
import { useLastShown } from "#web/ui/last-shown.ts";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast-store.ts";

interface TokenListProps {
  whose: "own" | "team";
  /** What each row says of whose it is. */
  ownerOf?: (token: ApiToken) => ReactNode;
  /** What stands there while there are none. */
  empty: ReactNode;
}

/** API tokens at the foot of a card, each to be deleted after a question. */
export function TokenList({ whose, ownerOf, empty }: TokenListProps) {
  const { data: tokens, error, isFetching, refetch } = useQuery(tokensQuery(whose));
  const { mutateAsync } = useMutation(deleteToken);
  const [asked, setAsked] = useState<ApiToken | null>(null);
  const shownAsked = useLastShown(asked);
  const remove = async (token: ApiToken): Promise<void> => {
    try {
      await mutateAsync(token.id);
      toast.success(`The token “${token.name}” is deleted`);
    } catch (failure) {
      toast.error("The token could not be deleted", detailOf(failure));
    }
  };
  return (
    <>
      {tokens === undefined ? (
        error === null ? (
          <div className="border-t border-line px-5 py-3">
            <LoadingNote what="the tokens" />
            <Skeleton className="h-9 w-64 max-w-full" />
          </div>
        ) : (
          <ErrorPanel
            title="The tokens could not be loaded"
            detail={detailOf(error)}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
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
                of <bdi>{shownAsked?.username}</bdi>
              </>
            )}{" "}
            are refused from now on. This cannot be undone.
          </>
        }
        confirmLabel="Delete"
        onConfirm={() => asked !== null && void remove(asked)}
      />
    </>
  );
}
