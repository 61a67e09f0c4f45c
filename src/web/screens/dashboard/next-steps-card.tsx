import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { LeadRow } from "#shared/contract/leads/lead.ts";
import type { NextStep } from "#shared/contract/leads/next-step.ts";
import { leadPageQuery } from "#web/api/leads/lead-list.ts";
import { type DueFilter, DUE_FILTER_WORDS, dueFilterOf, dueText, dueTime } from "#web/format/due.ts";
import { formatCount } from "#web/format/number.ts";
import { paths } from "#web/paths.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { useSteadyRows } from "#web/screens/dashboard/steady-rows.ts";
import { Card } from "#web/ui/card.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { useNow } from "#web/ui/now.ts";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";
import { Truncate } from "#web/ui/truncate.tsx";

/** Steps shown of each kind; room for them is kept, so that the page doesn't move once they are loaded. */
const SHOWN = 2;
const LIST = "h-22";

/** The next steps that are due, and how many, each number a link to the list with as many leads. */
export function NextStepsCard() {
  return (
    <Card title="Next steps">
      <div className="-mx-2 grid gap-x-6 gap-y-2 md:grid-cols-2">
        <DueSteps filter="overdue" none="Nothing is overdue." />
        <DueSteps filter="today" none="Nothing is due today." />
      </div>
    </Card>
  );
}

function DueSteps({ filter, none }: { filter: DueFilter; none: string }) {
  // Every minute, so that it changes at midnight; the query only then.
  const now = useNow();
  const sort = "nextStep";
  const query = useQuery(leadPageQuery({ ...dueFilterOf(filter, now), sort }, SHOWN));
  const { data } = query;
  const { rows, hold } = useSteadyRows(data?.rows);
  if (data === undefined && query.isError) return <QueryFailed what="the next steps" query={query} />;
  const view = { nextStep: filter, sort };
  return (
    <div className="min-w-0">
      <Link
        to={paths.leads(view)}
        className="flex h-11 items-center justify-between gap-4 rounded-md px-2 hover:bg-hover"
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
      {rows?.length === 0 ? (
        <p className={classNames(LIST, "px-2 text-muted")}>{none}</p>
      ) : (
        <ul className={LIST} {...hold}>
          {rows?.map((lead) => (
            <li key={lead.id}>
              <Step
                lead={lead}
                search={paths.leads(view).replace(/^[^?]*/u, "")}
                when={(step) => (filter === "today" ? dueTime(step) : dueText(step, now))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface StepProps {
  lead: LeadRow;
  /** The query of the list that the lead opens in. */
  search: string;
  when: (step: NextStep) => string;
}

function Step({ lead, search, when }: StepProps) {
  return (
    <Link
      to={paths.lead(lead.id, search)}
      className="flex h-11 items-center justify-between gap-4 rounded-md px-2 hover:bg-hover"
    >
      <span className="min-w-0">
        <Truncate text={lead.nextStep?.text} />
        <Truncate text={lead.name || lead.email} className="text-sm text-muted" />
      </span>
      {lead.nextStep && <span className="shrink-0 text-sm text-muted">{when(lead.nextStep)}</span>}
    </Link>
  );
}
