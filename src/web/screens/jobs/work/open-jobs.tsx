import { useQueries } from "@tanstack/react-query";
import type { Job } from "#shared/contract/job.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { jobsInState } from "#web/api/jobs.ts";
import { formatCounted } from "#web/format/number.ts";
import { JobRow } from "#web/screens/jobs/work/job-row.tsx";
import { JobsSkeleton } from "#web/screens/jobs/work/jobs-skeleton.tsx";
import { Card } from "#web/ui/card.tsx";
import { ErrorPanel } from "#web/ui/error-panel.tsx";

/** Failed jobs that need a person, then running jobs, then waiting ones. */
export function OpenJobs() {
  const queries = useQueries({ queries: (["dead", "running", "retrying", "waiting"] as const).map(jobsInState) });
  const [dead, running, retrying, waiting] = queries.map(({ data }) => data);
  const failed = queries.find(({ data, error }) => data === undefined && error !== null);
  if (failed !== undefined) {
    return (
      <Card title="In progress">
        <ErrorPanel
          title="Couldn't load jobs"
          detail={detailOf(failed.error)}
          busy={queries.some(({ isFetching }) => isFetching)}
          onRetry={() => queries.forEach(({ refetch }) => void refetch())}
        />
      </Card>
    );
  }
  if (dead === undefined || running === undefined || retrying === undefined || waiting === undefined) {
    return <JobsSkeleton title="In progress" what="the jobs" rows={1} />;
  }
  const { counts } = dead;
  const underWay = [...running.jobs, ...retrying.jobs, ...waiting.jobs];
  return (
    <>
      {dead.jobs.length > 0 && (
        <Card flush title="Failed" description="Fix the problem and try again, or remove them.">
          <JobList jobs={dead.jobs} total={counts.dead} />
        </Card>
      )}
      <Card flush title="In progress">
        {underWay.length === 0 ? (
          <p className="border-t border-line px-5 py-4 text-pretty text-muted max-md:px-4">No jobs running.</p>
        ) : (
          <JobList jobs={underWay} total={counts.running + counts.retrying + counts.waiting} />
        )}
      </Card>
    </>
  );
}

/** The jobs, and how many more exist. */
function JobList({ jobs, total }: { jobs: readonly Job[]; total: number }) {
  const others = total - jobs.length;
  return (
    <>
      <ul className="border-t border-line">
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} />
        ))}
      </ul>
      {others > 0 && (
        <p className="border-t border-line px-5 py-3 text-sm text-muted max-md:px-4">
          {formatCounted(others, "older job")} not shown.
        </p>
      )}
    </>
  );
}
