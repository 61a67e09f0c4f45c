import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { useSendReport } from "#web/actions/send-report/use-send-report.ts";
import { useSyncLeads } from "#web/actions/use-sync-leads.ts";
import { systemStatusQuery } from "#web/api/dashboard.ts";
import { paths } from "#web/paths.ts";
import type { SetUp } from "#web/screens/dashboard/set-up.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { Button } from "#web/ui/button.tsx";

/** The button for the next step; sources are chosen below the steps. */
export function NextStepAction({ step }: { step: keyof SetUp }) {
  switch (step) {
    case "source":
      return null;
    case "rule":
      return (
        <span className="flex flex-wrap gap-2">
          <StepLink to={paths.ruleTemplates()}>Start from a template</StepLink>
          <Link to={paths.newRule()} className={buttonClass("secondary", "small")}>
            Create rule
          </Link>
        </span>
      );
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
    <Button variant="primary" size="small" busy={sync.running} busyLabel="Syncing..." onClick={() => void sync.run()}>
      Sync leads
    </Button>
  );
}

function FirstReport() {
  const { data } = useQuery(systemStatusQuery);
  const report = useSendReport();
  const canSend = data?.email.state === "active" || data?.email.state === "untested";
  if (!canSend) {
    return (
      <IfAllowed to="manage" otherwise={<p className="text-sm text-muted">Ask an owner to set up outgoing email.</p>}>
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
      Send report
    </Button>
  );
}
