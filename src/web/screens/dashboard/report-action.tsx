import { useQuery } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { Link } from "react-router";
import type { SystemStatus } from "#shared/contract/dashboard.ts";
import { useSendReport } from "#web/actions/send-report/use-send-report.ts";
import { systemStatusQuery } from "#web/api/dashboard.ts";
import { paths } from "#web/paths.ts";
import { ActionNote } from "#web/ui/action-note.tsx";
import { Button } from "#web/ui/button.tsx";
import { RelativeTime } from "#web/ui/relative-time.tsx";

export function ReportAction() {
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
