import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { useSearchParams } from "react-router";
import { JOB_KINDS, JobKind, type JobState } from "#shared/contract/job.ts";
import { LIMITS } from "#shared/limits.ts";
import { FailedCard } from "#web/actions/query-failed.tsx";
import { type JobFilter, jobsQuery } from "#web/api/jobs.ts";
import { withParameters } from "#web/paths.ts";
import { ShowMore } from "#web/actions/show-more.tsx";
import { JobRow } from "#web/screens/jobs/work/job-row.tsx";
import { KINDS, STATES } from "#web/screens/jobs/work/job-words.ts";
import { JobsSkeleton } from "#web/screens/jobs/work/jobs-skeleton.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LabeledSelect } from "#web/ui/fields/labeled.tsx";

/** Final states; dead jobs need a person. */
const ENDED_STATES = ["done", "dead", "cancelled"] as const satisfies readonly JobState[];

const STATE_OPTIONS = [
  { value: "", label: "All outcomes" },
  ...ENDED_STATES.map((state) => ({ value: state, label: STATES[state].word })),
];
const KIND_OPTIONS = [
  { value: "", label: "All types" },
  ...JOB_KINDS.map((kind) => ({ value: kind, label: KINDS[kind] })),
];
const ROWS = 6;

/** Finished jobs, newest first. */
export function EndedCard() {
  const [filter, change] = useEndedAddress();
  const query = useInfiniteQuery({ ...jobsQuery(filter), placeholderData: keepPreviousData });
  const { data, error, hasNextPage } = query;
  const all = data?.pages.flatMap((page) => page.jobs);
  // Without a state filter the server returns all jobs; running ones are listed above.
  const ended = all?.filter(({ state }) => ENDED_STATES.some((one) => one === state));
  const isNarrowed = filter.state !== undefined || filter.kind !== undefined;
  return (
    <section aria-label="Job history" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 className="text-lg font-semibold">Job history</h2>
        <div className="flex flex-wrap gap-3 *:min-w-40 max-sm:w-full">
          <LabeledSelect
            label="Outcome"
            value={filter.state ?? ""}
            options={STATE_OPTIONS}
            onChange={({ target }) => change("state", target.value)}
          />
          <LabeledSelect
            label="Type"
            value={filter.kind ?? ""}
            options={KIND_OPTIONS}
            onChange={({ target }) => change("kind", target.value)}
          />
        </div>
      </div>
      {ended === undefined ? (
        error === null ? (
          <JobsSkeleton what="the job history" rows={ROWS} />
        ) : (
          <FailedCard what="the job history" query={query} />
        )
      ) : (
        <Card flush>
          {ended.length > 0 ? (
            <ul aria-busy={query.isPlaceholderData || undefined}>
              {ended.map((job) => (
                <JobRow key={job.id} job={job} />
              ))}
            </ul>
          ) : (
            !hasNextPage && (
              <EmptyState
                icon={<ListChecks />}
                title={isNarrowed ? "No matching jobs" : "No finished jobs yet"}
                text={
                  isNarrowed
                    ? `Try another outcome or type. Jobs are listed for ${LIMITS.job.retentionDays} days.`
                    : `Finished jobs are listed here for ${LIMITS.job.retentionDays} days.`
                }
              />
            )
          )}
        </Card>
      )}
      <ShowMore query={query} />
    </section>
  );
}

/** The job history filter in the URL; "" removes a part of it. */
function useEndedAddress(): [filter: JobFilter, change: (name: keyof JobFilter, value: string) => void] {
  const [query, setQuery] = useSearchParams();
  const state = ENDED_STATES.find((one) => one === query.get("state"));
  const kind = JobKind.safeParse(query.get("kind")).data;
  const filter = { ...(state !== undefined && { state }), ...(kind !== undefined && { kind }) };
  const change = (name: keyof JobFilter, value: string): void =>
    setQuery(withParameters({ [name]: value === "" ? null : value }), { replace: true, preventScrollReset: true });
  return [filter, change];
}
