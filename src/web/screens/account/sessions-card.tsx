import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { SessionList } from "#web/acts/sessions/session-list.tsx";
import { detailOf } from "#web/api/api-error.ts";
import { endOtherSessions, sessionsQuery } from "#web/api/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { toast } from "#web/ui/toast-store.ts";

/** The browsers one is signed in with, and signing them out. */
export function SessionsCard() {
  const { data: sessions } = useQuery(sessionsQuery("own"));
  const { mutateAsync, isPending } = useMutation(endOtherSessions);
  const [asks, setAsks] = useState(false);
  const others = (sessions ?? []).filter(({ isCurrent }) => !isCurrent);
  const endOthers = async (): Promise<void> => {
    try {
      await mutateAsync();
      toast.success("All other browsers are signed out");
    } catch (failure) {
      toast.error("The browsers could not be signed out", detailOf(failure));
    }
  };
  return (
    <Card
      flush
      title="Signed-in browsers"
      description="Sign out what you do not know, and change your password then."
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
        description="You stay signed in here. Whoever uses the others has to sign in again."
        confirmLabel="Sign out"
        onConfirm={() => void endOthers()}
      />
    </Card>
  );
}
