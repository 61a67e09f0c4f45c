import { useMutation, useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import type { ApiToken } from "#shared/contract/session.ts";
import type { Role } from "#shared/roles.ts";
import { detailOf } from "#web/api/api-error.ts";
import { deleteToken, tokensQuery } from "#web/api/tokens.ts";
import { useDialogAddress } from "#web/layout/dialog-address.ts";
import { NewTokenDialog } from "#web/screens/account/new-token-dialog.tsx";
import { TokenRow } from "#web/screens/account/token-row.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorPanel } from "#web/ui/error-panel.tsx";
import { useLastShown } from "#web/ui/last-shown.ts";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast-store.ts";

/** What programs of one's own sign in with. */
export function TokensCard({ role }: { role: Role }) {
  const { data: tokens, error, isFetching, refetch } = useQuery(tokensQuery);
  const { mutateAsync } = useMutation(deleteToken);
  const dialog = useDialogAddress("signed-in");
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
    <Card
      flush
      title="API tokens"
      description="Programs sign in with a token, in your name. It never lets them do more than you may."
      actions={
        <Button size="small" onClick={() => dialog.open("new")}>
          New token
        </Button>
      }
    >
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
        <div className="border-t border-line">
          <EmptyState
            icon={<KeyRound />}
            title="No tokens yet"
            text={
              <>
                A program sends its token with each call; the calls are described at{" "}
                <a href="/api/docs" className="text-link underline underline-offset-2">
                  /api/docs
                </a>
                .
              </>
            }
          />
        </div>
      ) : (
        <ul className="border-t border-line">
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} onDelete={() => setAsked(token)} />
          ))}
        </ul>
      )}
      <NewTokenDialog open={dialog.subject === "new"} role={role} onClose={dialog.close} />
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title="Delete this token?"
        description={
          <>
            Programs that use “<bdi>{shownAsked?.name}</bdi>” are refused from now on. This cannot be undone.
          </>
        }
        confirmLabel="Delete"
        onConfirm={() => asked !== null && void remove(asked)}
      />
    </Card>
  );
}
