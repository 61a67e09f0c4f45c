import type { ReactNode } from "react";
import type { SessionRecord } from "#shared/contract/session.ts";
import { SessionList } from "#web/actions/sessions/session-list.tsx";
import { Card } from "#web/ui/card.tsx";

export function TeamSessionsTab() {
  return (
    <Card flush title="Signed-in browsers" description="Where your team is signed in.">
      <SessionList whose="team" ownerOf={nameOf} />
    </Card>
  );
}

function nameOf({ username }: SessionRecord): ReactNode {
  return <bdi className="text-ink">{username}</bdi>;
}
