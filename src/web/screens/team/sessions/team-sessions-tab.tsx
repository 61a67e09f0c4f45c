import type { ReactNode } from "react";
import type { SessionRecord } from "#shared/contract/session.ts";
import { SessionList } from "#web/acts/sessions/session-list.tsx";
import { Card } from "#web/ui/card.tsx";

/** The browsers that anybody is signed in with, and signing them out. */
export function TeamSessionsTab() {
  return (
    <Card
      flush
      title="Signed-in browsers"
      description="Who is signed in, with what and from where. Whoever uses one that you sign out has to sign in again."
    >
      <SessionList whose="team" ownerOf={nameOf} />
    </Card>
  );
}

function nameOf({ username }: SessionRecord): ReactNode {
  return <bdi className="text-ink">{username}</bdi>;
}
