import { useQuery } from "@tanstack/react-query";
import { LIMITS } from "#shared/limits.ts";
import { settingsQuery } from "#web/api/settings.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** How scoring works, with the current threshold. */
export function ScoringHelp() {
  const { data: settings, isError } = useQuery(settingsQuery);
  return (
    <Card title="How scoring works">
      <div className="grid gap-x-10 gap-y-4 md:grid-cols-2">
        <div className="flex flex-col gap-2 text-pretty">
          <p>
            Each keyword found in a lead adds its rule's weight, up to a score of {LIMITS.score.max}. More options let a
            rule subtract points, search only some fields, or count less for older leads.
          </p>
          <p>
            <strong className="font-semibold">
              {isError ? (
                "Leads that reach the threshold are automatically qualified."
              ) : (
                <>
                  Leads with a score of{" "}
                  {settings?.qualificationThreshold ?? <Skeleton className="inline-block h-3.5 w-5 align-middle" />} or
                  more are automatically qualified.
                </>
              )}
            </strong>{" "}
            Changing a rule rescores all leads. Statuses set manually stay.
          </p>
        </div>
        <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2">
          <Example keyword="budget" text="Case-insensitive. Also matches “Budgets” and “budget’s”" />
          <Example keyword="request a demo" text="These words in this order" />
          <Example keyword="integrat*" text="Any ending: integrate, integration, integrating" />
        </dl>
      </div>
    </Card>
  );
}

function Example({ keyword, text }: { keyword: string; text: string }) {
  return (
    <>
      <dt>
        <Badge>{keyword}</Badge>
      </dt>
      <dd className="text-muted">{text}</dd>
    </>
  );
}
