import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { leadPageQuery } from "#web/api/leads/lead-list.ts";
import { type DueFilter, DUE_FILTER_WORDS, dueFilterOf } from "#web/format/due.ts";
import { formatCount } from "#web/format/number.ts";
import { paths } from "#web/paths.ts";
import { QueryFailed } from "#web/screens/dashboard/query-failed.tsx";
import { Card } from "#web/ui/card.tsx";
import { useNow } from "#web/ui/now.ts";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

/** How many next steps are due, each number a link to the list with as many leads. */
export function NextStepsCard() {
  return (
    <Card title="Next steps">
      <div className="-mx-2 grid gap-x-6 min-[22rem]:grid-cols-2">
        <DueLink filter="overdue" />
        <DueLink filter="today" />
      </div>
    </Card>
  );
}

function DueLink({ filter }: { filter: DueFilter }) {
  // Every minute, so that it changes at midnight; the query only then.
  const query = useQuery(leadPageQuery(dueFilterOf(filter, useNow()), 1));
  const { data } = query;
  if (data === undefined && query.isError) return <QueryFailed what="next steps" query={query} />;
  return (
    <Link
      to={paths.leads({ nextStep: filter, sort: "nextStep" })}
      className="flex h-12 items-center justify-between gap-4 rounded-md px-2 hover:bg-hover"
    >
      <span className="font-semibold">{DUE_FILTER_WORDS[filter]}</span>
      {data === undefined ? (
        <>
          <LoadingNote what="the next steps" />
          <Skeleton className="h-5 w-12" />
        </>
      ) : (
        <span className="text-lg font-semibold tabular-nums">
          {formatCount(data.total.count)}
          {!data.total.exact && "+"}
        </span>
      )}
    </Link>
  );
}
