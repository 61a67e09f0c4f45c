import { SlidersHorizontal, Star } from "lucide-react";
import { Link } from "react-router";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { paths } from "#web/paths.ts";
import { ReportAction } from "#web/screens/dashboard/report-action.tsx";
import { SyncAction } from "#web/actions/sync-action.tsx";
import { buttonClass } from "#web/ui/button-class.ts";
import { Card } from "#web/ui/card.tsx";

/** Common actions; each shows what it would do or what blocks it. */
export function QuickActions() {
  return (
    <Card title="Quick Actions">
      <div className="flex flex-col gap-2">
        <IfAllowed to="work" otherwise={<Looking />}>
          <SyncAction />
          <ReportAction />
          <Link to={paths.rules()} className={buttonClass()}>
            <SlidersHorizontal aria-hidden />
            Configure Rules
          </Link>
        </IfAllowed>
      </div>
    </Card>
  );
}

/** For read-only users. */
function Looking() {
  return (
    <>
      <Link to={paths.leads({ status: "qualified", sort: "-score" })} className={buttonClass("primary")}>
        <Star aria-hidden />
        View Qualified Leads
      </Link>
      <Link to={paths.rules()} className={buttonClass()}>
        <SlidersHorizontal aria-hidden />
        View Rules
      </Link>
    </>
  );
}
