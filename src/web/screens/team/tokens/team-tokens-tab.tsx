import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { TokenList } from "#web/acts/tokens/token-list.tsx";
import { usersQuery } from "#web/api/users.ts";
import { paths } from "#web/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { buttonClass } from "#web/ui/button-class.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** What programs of everybody sign in with, also of those who have left. */
export function TeamTokensTab() {
  const { data: users } = useQuery(usersQuery);
  const shut = new Set((users ?? []).flatMap(({ id, isActive }) => (isActive ? [] : [id])));
  return (
    <Card
      flush
      title="API tokens"
      description="Programs sign in with these, each in the name of whoever made it. Delete what nobody uses any more."
    >
      <TokenList
        whose="team"
        ownerOf={({ userId, username }) => ownerWords(username, shut.has(userId))}
        empty={
          <EmptyState
            icon={<KeyRound />}
            title="Nobody has a token"
            text="The tokens that people make under Account appear here, with whose they are and when they were last used."
            action={
              <Link to={paths.account()} className={buttonClass("secondary")}>
                Open your account
              </Link>
            }
          />
        }
      />
    </Card>
  );
}

function ownerWords(username: string, isShut: boolean): ReactNode {
  return (
    <>
      <bdi className="text-ink">{username}</bdi>
      {isShut && (
        <>
          {" "}
          <Badge>Account shut, so refused</Badge>
        </>
      )}
    </>
  );
}
