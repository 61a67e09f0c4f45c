import { Check } from "lucide-react";
import { SourceChoices } from "#web/actions/source-choices.tsx";
import { TrySample } from "#web/actions/try-sample.tsx";
import { NextStepAction } from "#web/screens/dashboard/next-step-action.tsx";
import { nextStep, type SetUp, STEPS } from "#web/screens/dashboard/set-up.ts";
import { classNames } from "#web/ui/class-names.ts";

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
