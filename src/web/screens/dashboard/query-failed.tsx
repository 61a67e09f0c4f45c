import type { UseQueryResult } from "@tanstack/react-query";
import { detailOf } from "#web/api/api-error.ts";
import { ErrorPanel } from "#web/ui/error-panel.tsx";

interface QueryFailedProps {
  /** What is missing, as in "pipeline". */
  what: string;
  query: Pick<UseQueryResult, "error" | "refetch" | "isFetching">;
}

/** In place of what a query should have brought, with the reason and a second try. */
export function QueryFailed({ what, query: { error, refetch, isFetching } }: QueryFailedProps) {
  return (
    <ErrorPanel
      title={`The ${what} could not be loaded`}
      detail={detailOf(error)}
      busy={isFetching}
      onRetry={() => void refetch()}
    />
  );
}
