import { Check, X } from "lucide-react";
import { useEffect, useState } from "react";
import { SourceChoices } from "#web/actions/source-choices.tsx";
import { TrySample } from "#web/actions/try-sample.tsx";
import { useMay } from "#web/api/use-may.ts";
import { NextStepAction } from "#web/screens/dashboard/next-step-action.tsx";
import { nextStep, type SetUp, STEPS } from "#web/screens/dashboard/set-up.ts";
import { useSetUp } from "#web/screens/dashboard/use-set-up.ts";
import { Card } from "#web/ui/card.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

const STORAGE_KEY = "winnow-getting-started";
const GRID = "grid gap-x-6 gap-y-4 md:grid-cols-2 xl:grid-cols-4";

/** Guides a new installation until leads are scored and a report was sent; then it never returns. */
export function GettingStarted() {
  const [isOver, setIsOver] = useState(() => remembered() === "over");
  const [wasOpen] = useState(() => remembered() === "open");
  const mayWork = useMay("work");
  const setUp = useSetUp();
  const isDone = typeof setUp === "object" && nextStep(setUp) === undefined;
  const isOpen = typeof setUp === "object" && !isDone;
  useEffect(() => {
    // Remembered, so that the next visit reserves space while loading if it is needed.
    if (isDone || isOver) remember("over");
    else if (isOpen) remember("open");
  }, [isDone, isOver, isOpen]);
  if (!mayWork || isOver || isDone || setUp === "unknown") return null;
  if (setUp === "loading" && !wasOpen) return null;
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
          {!setUp.leads && <FirstLeads hasSource={setUp.source} />}
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

function remembered(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}

function remember(state: "open" | "over"): void {
  try {
    localStorage.setItem(STORAGE_KEY, state);
  } catch {
    // Without storage, completion is computed again on the next visit.
  }
}
