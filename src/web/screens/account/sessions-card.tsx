import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAction } from "#web/actions/use-action.ts";
import { SessionList } from "#web/actions/sessions/session-list.tsx";
import { endOtherSessions, sessionsQuery } from "#web/api/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";

export function SessionsCard() {
  const { data: sessions } = useQuery(sessionsQuery("own"));
  const { run, isPending } = useAction(endOtherSessions);
  const [asks, setAsks] = useState(false);
  const others = (sessions ?? []).filter(({ isCurrent }) => !isCurrent);
  const endOthers = (): Promise<boolean> =>
    run(undefined, { done: "All other browsers signed out", failed: "Failed to sign out other browsers" });
  return (
    <Card
      flush
      title="Signed-in browsers"
      description="Don't recognize one? Sign it out and change your password."
      actions={
        others.length > 1 && (
          <Button size="small" busy={isPending} onClick={() => setAsks(true)}>
            Sign out all others
          </Button>
        )
      }
    >
      <SessionList whose="own" />
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Sign out all other browsers?"
        description="You stay signed in here."
        confirmLabel="Sign out"
        onConfirm={() => void endOthers()}
      />
    </Card>
  );
}
