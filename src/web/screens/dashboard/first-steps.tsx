import { Check } from "lucide-react";
import { SourceChoices } from "#web/actions/source-choices.tsx";
import { TrySample } from "#web/actions/try-sample.tsx";
import { nextStep, type SetUp, STEPS } from "#web/screens/dashboard/set-up.ts";
import { classNames } from "#web/ui/class-names.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { useSendReport } from "#web/actions/send-report/use-send-report.ts";
import { useSyncLeads } from "#web/actions/use-sync-leads.ts";
import { systemStatusQuery } from "#web/api/dashboard.ts";
import { paths } from "#web/paths.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { Button } from "#web/ui/button.tsx";

interface FirstStepsProps {
  setUp: SetUp;
  /** Classes of the grid, as in its skeleton. */
  grid: string;
}

/** The steps of a new installation, with what to do next. */
export function FirstSteps({ setUp, grid }: FirstStepsProps) {
  return (
    <>
      <Steps setUp={setUp} grid={grid} />
      {!setUp.leads && <FirstLeads hasSource={setUp.source} />}
    </>
  );
}

function Steps({ setUp, grid }: FirstStepsProps) {
  const next = nextStep(setUp);
  return (
    <ol className={grid}>
      {STEPS.map((step, index) => {
        const isNext = step === next;
        return (
          <li key={step.key} aria-current={isNext ? "step" : undefined} className="flex gap-3 md:min-h-24">
            <StepMark number={index + 1} isDone={setUp[step.key]} isNext={isNext} />
            <div className={classNames("min-w-0 pt-0.5", !isNext && "text-muted")}>
              <h3 className="font-semibold">
                {step.title}
                {setUp[step.key] && <span className="sr-only"> (done)</span>}
              </h3>
              <p className="text-sm text-muted">{step.text}</p>
              {isNext && (
                <div className="mt-2.5 empty:hidden">
                  <NextStepAction step={step.key} />
                </div>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** Ways to the first lead. */
function FirstLeads({ hasSource }: { hasSource: boolean }) {
  return (
    <div className="mt-4 flex flex-col gap-4 border-t border-line pt-4">
      {!hasSource && <SourceChoices />}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="text-muted">Just looking around?</p>
        <TrySample size="small" />
      </div>
    </div>
  );
}

function StepMark({ number, isDone, isNext }: { number: number; isDone: boolean; isNext: boolean }) {
  return (
    <span
      aria-hidden
      className={classNames(
        "inline-flex size-6 shrink-0 items-center justify-center rounded-full border text-xs font-semibold",
        isDone ? "border-transparent bg-accent-soft text-link" : "border-field",
        isNext && "border-link! text-link",
        !isDone && !isNext && "text-muted",
      )}
    >
      {isDone ? <Check className="size-3.5" /> : number}
    </span>
  );
}

/** The button for the next step; sources are chosen below the steps. */
function NextStepAction({ step }: { step: keyof SetUp }) {
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
