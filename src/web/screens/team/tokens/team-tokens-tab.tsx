import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { TokenList } from "#web/actions/tokens/token-list.tsx";
import { usersQuery } from "#web/api/users.ts";
import { paths } from "#web/paths.ts";
import { Badge } from "#web/ui/badge.tsx";
import { buttonClass } from "#web/ui/button-class.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** API tokens of all accounts, including deactivated ones. */
export function TeamTokensTab() {
  const { data: users } = useQuery(usersQuery);
  const deactivated = new Set((users ?? []).flatMap(({ id, isActive }) => (isActive ? [] : [id])));
  return (
    <Card flush title="API tokens" description="Each token acts on behalf of the person who created it.">
      <TokenList
        whose="team"
        ownerOf={({ userId, username }) => ownerWords(username, deactivated.has(userId))}
        empty={
          <EmptyState
            icon={<KeyRound />}
            title="No API tokens yet"
            text="Tokens that people create under Account appear here."
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

function ownerWords(username: string, isDeactivated: boolean): ReactNode {
  return (
    <>
      <bdi className="text-ink">{username}</bdi>
      {isDeactivated && (
        <>
          {" "}
          <Badge>Account deactivated</Badge>
        </>
      )}
    </>
  );
}
