import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { ownLeads, useSetUpFacts } from "#web/api/set-up.ts";
import { useMay, useSeesOnlyOwn } from "#web/api/use-may.ts";
import { nextStep, type SetUp, STEPS } from "#web/screens/dashboard/set-up.ts";
import { Card } from "#web/ui/card.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";
import { useLoaded } from "#web/ui/use-loaded.ts";

const STORAGE_KEY = "winnow-getting-started";
const GRID = "grid gap-x-6 gap-y-4 md:grid-cols-2 xl:grid-cols-4";
const loadSteps = () => import("#web/screens/dashboard/first-steps.tsx");

/** Guides a new installation until leads are scored and a report was sent; then it never returns. */
export function GettingStarted() {
  const [isOver, setIsOver] = useState(() => remembered() === "over");
  const [wasOpen] = useState(() => remembered() === "open");
  const mayWork = useMay("work");
  const seesOnlyOwn = useSeesOnlyOwn();
  const setUp = useSetUp();
  const isDone = typeof setUp === "object" && nextStep(setUp) === undefined;
  const isOpen = typeof setUp === "object" && !isDone;
  const [isMissing, setIsMissing] = useState(false);
  const giveUp = (): void => setIsMissing(true);
  const steps = useLoaded({ name: "Getting started", load: loadSteps, isWanted: isOpen && !isOver, giveUp });
  useEffect(() => {
    // Remembered, so that the next visit reserves space while loading if it is needed.
    if (isDone || isOver) remember("over");
    else if (isOpen) remember("open");
  }, [isDone, isOver, isOpen]);
  if (!mayWork || seesOnlyOwn || isOver || isDone || isMissing || setUp === "unknown") return null;
  if (setUp === "loading" && !wasOpen) return null;
  return (
    <Card
      title="Getting started"
      actions={
        <IconButton label="Hide getting started" icon={<X />} onClick={() => setIsOver(true)} className="-mr-2" />
      }
    >
      {setUp === "loading" || steps === null ? <StepsSkeleton /> : <steps.FirstSteps setUp={setUp} grid={GRID} />}
    </Card>
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

/** Setup progress; "loading" until complete, "unknown" if a part fails to load. */
function useSetUp(): SetUp | "loading" | "unknown" {
  const facts = useSetUpFacts();
  if (facts === "loading") return "loading";
  if ("error" in facts) return "unknown";
  const { sources, targets, rules, stats, status } = facts;
  return {
    source: sources.length > 0 || targets.some(({ lastScrape }) => lastScrape !== null) || ownLeads(facts) > 0,
    rule: rules.length > 0,
    leads: stats.totalLeads > 0,
    report: status.email.lastReport !== null,
  };
}
