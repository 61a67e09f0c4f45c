import type { SystemStatus } from "#shared/contract/dashboard.ts";
import { GUIDE_STEPS } from "#shared/help/guide.ts";
import { SyncAction } from "#web/acts/sync-action.tsx";
import { detailOf } from "#web/api/api-error.ts";
import { useSetUpFacts } from "#web/api/set-up.ts";
import { Page } from "#web/layout/page.tsx";
import { guideProgress } from "#web/screens/setup-guide/guide-progress.ts";
import { GuideStepCard } from "#web/screens/setup-guide/guide-step-card.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

/** From nothing to mailed reports in five steps, each showing whether it is done. */
export function SetupGuideScreen() {
  const facts = useSetUpFacts();
  const isKnown = facts !== "loading" && !("error" in facts);
  const progress = isKnown ? guideProgress(facts) : null;
  const done = GUIDE_STEPS.filter(({ id }) => progress?.[id].state === "done").length;
  const addresses = isKnown ? facts.sources.flatMap(({ config }) => config.serviceAccountEmail ?? []) : [];
  return (
    <Page>
      <Card
        title="From a sheet to your inbox"
        description={
          progress !== null ? (
            `${done} of ${GUIDE_STEPS.length} steps done`
          ) : facts === "loading" ? (
            <Skeleton className="my-0.5 h-3.5 w-32" />
          ) : (
            "How far you are could not be read"
          )
        }
      >
        {facts === "loading" && <LoadingNote what="how far you are" />}
        {facts !== "loading" && "error" in facts && (
          <Notice tone="danger" live title="The steps below are shown without whether they are done">
            <p>{detailOf(facts.error)}</p>
            <Button size="small" className="mt-2" onClick={facts.retry}>
              Try again
            </Button>
          </Notice>
        )}
        {progress !== null && (
          <progress
            aria-label="Steps done"
            value={done}
            max={GUIDE_STEPS.length}
            className="block h-1.5 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-link [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-link"
          />
        )}
      </Card>
      <ol aria-label="Steps" className="flex flex-col gap-6 max-md:gap-4">
        {GUIDE_STEPS.map((step, index) => (
          <GuideStepCard
            key={step.id}
            step={step}
            number={index + 1}
            progress={facts === "loading" ? "loading" : (progress?.[step.id] ?? null)}
            addresses={[...new Set(addresses)]}
          />
        ))}
      </ol>
      <Card
        title="Bring in your leads"
        description={`Reads every active data source now.${isKnown ? followsByItself(facts.status.autoSync) : ""}`}
      >
        <div className="max-w-sm">
          <SyncAction />
        </div>
      </Card>
    </Page>
  );
}

/** What follows a sync, as a sentence to add; nothing while there is nothing to sync. */
function followsByItself({ state, message }: SystemStatus["autoSync"]): string {
  if (state === "scheduled") return " After that they are read by themselves.";
  return state === "paused" ? ` After that nothing is read by itself. ${message}` : "";
}
