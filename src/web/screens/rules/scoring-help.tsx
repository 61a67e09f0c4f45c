import { useQuery } from "@tanstack/react-query";
import { LIMITS } from "#shared/limits.ts";
import { settingsQuery } from "#web/api/settings.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** How points come about and what they do. The threshold is the one in force. */
export function ScoringHelp() {
  const { data: settings, isError } = useQuery(settingsQuery);
  return (
    <Card title="How scoring works">
      <div className="grid gap-x-10 gap-y-4 md:grid-cols-2">
        <div className="flex flex-col gap-2 text-pretty">
          <p>
            Each active rule adds its weight once for each of its keywords found in a lead. Scores end at{" "}
            {LIMITS.score.max}. More options let a rule take points off, look in chosen fields only, or fade with a
            lead’s age.
          </p>
          <p>
            <strong className="font-semibold">
              {isError ? (
                "Leads whose score reaches the threshold are automatically qualified."
              ) : (
                <>
                  Leads with a score of{" "}
                  {settings?.qualificationThreshold ?? <Skeleton className="inline-block h-3.5 w-5 align-middle" />} or
                  more are automatically qualified.
                </>
              )}
            </strong>{" "}
            When a rule changes, all leads are scored again; a status that a person set stays.
          </p>
        </div>
        <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2">
          <Example keyword="budget" text="The word, in any case, also as “Budgets” or “budget’s”" />
          <Example keyword="request a demo" text="These words in this order, with spaces or punctuation between" />
          <Example keyword="integrat*" text="Every word that begins so: integrate, integration, integrating" />
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
