import type { SystemStatus } from "#shared/contract/dashboard.ts";
import { GUIDE_STEPS } from "#shared/help/guide.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { SourceChoices } from "#web/actions/source-choices.tsx";
import { SyncAction } from "#web/actions/sync-action.tsx";
import { detailOf } from "#web/api/connection/api-error.ts";
import { useSetUpFacts } from "#web/api/set-up.ts";
import { Page } from "#web/layout/page.tsx";
import { guideProgress } from "#web/screens/setup-guide/guide-progress.ts";
import { GuideStepCard } from "#web/screens/setup-guide/guide-step-card.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

export function SetupGuideScreen() {
  const facts = useSetUpFacts();
  const isKnown = facts !== "loading" && !("error" in facts);
  const progress = isKnown ? guideProgress(facts) : null;
  const done = GUIDE_STEPS.filter(({ id }) => progress?.[id].state === "done").length;
  const addresses = isKnown ? facts.sources.flatMap(({ config }) => config.serviceAccountEmail ?? []) : [];
  return (
    <Page>
      <Card
        title="From the first lead to your inbox"
        description={
          progress !== null ? (
            `${done} of ${GUIDE_STEPS.length} steps done`
          ) : facts === "loading" ? (
            <Skeleton className="my-0.5 h-3.5 w-32" />
          ) : (
            "Progress unknown"
          )
        }
      >
        {facts === "loading" && <LoadingNote what="your progress" />}
        {facts !== "loading" && "error" in facts && (
          <Notice tone="danger" live title="Couldn't load your progress">
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
      <Card title="Choose a source" description="Each one brings in leads. Steps 1 to 3 cover Google Sheets.">
        <SourceChoices />
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
      <IfAllowed to="work">
        <Card
          title="Sync your leads"
          description={`Reads all active data sources.${isKnown ? followsByItself(facts.status.autoSync) : ""}`}
        >
          <div className="max-w-sm">
            <SyncAction />
          </div>
        </Card>
      </IfAllowed>
    </Page>
  );
}

/** What happens after a sync, as a sentence to append; empty without anything to sync. */
function followsByItself({ state, message }: SystemStatus["autoSync"]): string {
  if (state === "scheduled") return " Later syncs run automatically.";
  return state === "paused" ? ` Later syncs won't run automatically. ${message}` : "";
}
