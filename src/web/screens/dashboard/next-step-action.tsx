import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { IfAllowed } from "#web/acts/if-allowed.tsx";
import { useSendReport } from "#web/acts/use-send-report.ts";
import { useSyncLeads } from "#web/acts/use-sync-leads.ts";
import { systemStatusQuery } from "#web/api/dashboard.ts";
import { paths } from "#web/paths.ts";
import type { SetUp } from "#web/screens/dashboard/set-up.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { Button } from "#web/ui/button.tsx";

/** The one thing to press for the step that comes next. */
export function NextStepAction({ step }: { step: keyof SetUp }) {
  switch (step) {
    case "source":
      return (
        <IfAllowed to="manage" otherwise={<p className="text-sm text-muted">An owner adds a data source.</p>}>
          <StepLink to={paths.newDataSource()}>Add a data source</StepLink>
        </IfAllowed>
      );
    case "rule":
      return <StepLink to={paths.newRule()}>Create a rule</StepLink>;
    case "leads":
      return <FirstSync />;
    case "report":
      return <FirstReport />;
  }
}

function StepLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={buttonClass("primary", "small")}>
      {children}
    </Link>
  );
}

function FirstSync() {
  const sync = useSyncLeads();
  return (
    <Button variant="primary" size="small" busy={sync.running} busyLabel="Reading..." onClick={() => void sync.run()}>
      Bring in leads
    </Button>
  );
}

function FirstReport() {
  const { data } = useQuery(systemStatusQuery);
  const report = useSendReport();
  const canSend = data?.email.state === "active" || data?.email.state === "untested";
  if (!canSend) {
    return (
      <IfAllowed to="manage" otherwise={<p className="text-sm text-muted">An owner sets up outgoing email.</p>}>
        <StepLink to={paths.emailSettings()}>Set up email</StepLink>
      </IfAllowed>
    );
  }
  return (
    <Button
      variant="primary"
      size="small"
      busy={report.running}
      busyLabel="Sending..."
      onClick={() => void report.run()}
    >
      Send it now
    </Button>
  );
}
