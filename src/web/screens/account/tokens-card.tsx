import { KeyRound } from "lucide-react";
import type { Role } from "#shared/roles.ts";
import { TokenList } from "#web/actions/tokens/token-list.tsx";
import { useDialogAddress } from "#web/layout/dialog-address.ts";
import { NewTokenDialog } from "#web/screens/account/new-token-dialog.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** The user's own API tokens. */
export function TokensCard({ role, hasPassword }: { role: Role; hasPassword: boolean }) {
  const dialog = useDialogAddress("signed-in");
  return (
    <Card
      flush
      title="API tokens"
      description="Programs use tokens to act on your behalf."
      actions={
        <Button size="small" onClick={() => dialog.open("new")}>
          New token
        </Button>
      }
    >
      <TokenList
        whose="own"
        empty={
          <EmptyState
            icon={<KeyRound />}
            title="No tokens yet"
            text={
              <>
                See the API reference at{" "}
                <a href="/api/docs" className="text-link underline underline-offset-2">
                  /api/docs
                </a>
                .
              </>
            }
          />
        }
      />
      <NewTokenDialog open={dialog.subject === "new"} role={role} asksPassword={hasPassword} onClose={dialog.close} />
    </Card>
  );
}
