import { UsersRound } from "lucide-react";
import { Link } from "react-router";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** Shown before the first account exists. */
export function NobodyYet() {
  return (
    <Card>
      <EmptyState
        icon={<UsersRound />}
        title="No accounts yet"
        text="Create your own account first, then invite your team."
        action={
          <Link to={paths.account()} className={buttonClass("primary")}>
            Create first account
          </Link>
        }
      />
    </Card>
  );
}
