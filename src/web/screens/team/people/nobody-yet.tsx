import { UsersRound } from "lucide-react";
import { Link } from "react-router";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** Before the first account there is no team. */
export function NobodyYet() {
  return (
    <Card>
      <EmptyState
        icon={<UsersRound />}
        title="Nobody has an account yet"
        text="Make an account of your own first. Then you can invite colleagues here, and choose what each may do."
        action={
          <Link to={paths.account()} className={buttonClass("primary")}>
            Make the first account
          </Link>
        }
      />
    </Card>
  );
}
