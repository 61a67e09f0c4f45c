import type { UseQueryResult } from "@tanstack/react-query";
import { detailOf } from "#web/api/connection/api-error.ts";
import { Card } from "#web/ui/card.tsx";
import { ErrorPanel } from "#web/ui/error-panel.tsx";

interface QueryFailedProps {
  /** The missing data, such as "the pipeline". */
  what: string;
  query: Pick<UseQueryResult, "error" | "refetch" | "isFetching">;
}

/** Replaces the data of a failed query with the reason and a retry button. */
export function QueryFailed({ what, query: { error, refetch, isFetching } }: QueryFailedProps) {
  return (
    <ErrorPanel
      title={`Couldn't load ${what}`}
      detail={detailOf(error)}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  );
}

/** The same, as a card. */
export function FailedCard(props: QueryFailedProps) {
  return (
    <Card>
      <QueryFailed {...props} />
    </Card>
  );
}
