import { Check, X } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { TrySample } from "#web/acts/try-sample.tsx";
import { useMay } from "#web/api/use-may.ts";
import { paths } from "#web/paths.ts";
import { NextStepAction } from "#web/screens/dashboard/next-step-action.tsx";
import { nextStep, type SetUp, STEPS } from "#web/screens/dashboard/set-up.ts";
import { useSetUp } from "#web/screens/dashboard/use-set-up.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { Card } from "#web/ui/card.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

const STORAGE_KEY = "winnow-getting-started";
const GRID = "grid gap-x-6 gap-y-4 md:grid-cols-2 xl:grid-cols-4";

/** Leads a new product by the hand until leads are scored and a report was sent; after that it is gone for good. */
export function GettingStarted() {
  const [isOver, setIsOver] = useState(wasOver);
  const mayWork = useMay("work");
  const setUp = useSetUp();
  const isDone = typeof setUp === "object" && nextStep(setUp) === undefined;
  useEffect(() => {
    // Remembered, so that the next visit keeps no room for it while it loads.
    if (isDone || isOver) rememberOver();
  }, [isDone, isOver]);
  if (!mayWork || isOver || isDone || setUp === "unknown") return null;
  return (
    <Card
      title="Getting started"
      actions={
        <IconButton label="Hide getting started" icon={<X />} onClick={() => setIsOver(true)} className="-mr-2" />
      }
    >
      {setUp === "loading" ? (
        <StepsSkeleton />
      ) : (
        <>
          <Steps setUp={setUp} />
          {!setUp.leads && <OtherWays />}
        </>
      )}
    </Card>
  );
}

function Steps({ setUp }: { setUp: SetUp }) {
  const next = nextStep(setUp);
  return (
    <ol className={GRID}>
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
                <div className="mt-2.5">
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

/** To the first scored lead without a sheet. */
function OtherWays() {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2 border-t border-line pt-4">
      <p className="mr-2 text-muted">No sheet at hand?</p>
      <TrySample size="small" />
      <Link to={paths.leadImport()} className={buttonClass("secondary", "small")}>
        Import a file
      </Link>
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

function StepsSkeleton() {
  return (
    <div className={GRID}>
      <LoadingNote what="the first steps" />
      {STEPS.map(({ key }) => (
        <div key={key} className="flex h-24 gap-3 max-md:h-11">
          <Skeleton className="size-6 rounded-full!" />
          <Skeleton className="h-10 w-36" />
        </div>
      ))}
    </div>
  );
}

function wasOver(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === "over";
  } catch {
    return false;
  }
}

function rememberOver(): void {
  try {
    localStorage.setItem(STORAGE_KEY, "over");
  } catch {
    // Storage is switched off: the strip is worked out anew at the next visit.
  }
}
