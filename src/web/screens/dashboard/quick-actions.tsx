import { useQuery } from "@tanstack/react-query";
import { Send, SlidersHorizontal, Star } from "lucide-react";
import { Link } from "react-router";
import type { SystemStatus } from "#shared/contract/dashboard.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { useSendReport } from "#web/actions/send-report/use-send-report.ts";
import { systemStatusQuery } from "#web/api/dashboard.ts";
import { paths } from "#web/paths.ts";
import { SyncAction } from "#web/actions/sync-action.tsx";
import { ActionNote } from "#web/ui/action-note.tsx";
import { buttonClass } from "#web/ui/button-class.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";

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

function ReportAction() {
  const { data: status } = useQuery(systemStatusQuery);
  const report = useSendReport();
  return (
    <div className="flex flex-col gap-1.5">
      <Button
        icon={<Send aria-hidden />}
        busy={report.running}
        busyLabel="Sending..."
        onClick={() => void report.run()}
      >
        Generate Report
      </Button>
      <ActionNote>{status !== undefined && <ReportNote email={status.email} />}</ActionNote>
    </div>
  );
}

function ReportNote({ email }: { email: SystemStatus["email"] }) {
  if (email.state === "not_configured" || email.state === "paused") {
    return (
      <Link to={paths.emailSettings()} className="text-link underline underline-offset-2">
        {email.state === "paused" ? "Outgoing email is off" : "Set up outgoing email first"}
      </Link>
    );
  }
  return (
    <p>
      Last report: <RelativeTime time={email.lastReport} absent="Never" />
    </p>
  );
}
