import { RotateCcw, Trash2, X } from "lucide-react";
import type { Job } from "#shared/contract/job.ts";
import { runNeeds } from "#shared/roles.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { useAction } from "#web/actions/use-action.ts";
import { useProgress } from "#web/api/connection/progress.ts";
import { cancelJob, dropJob, retryJob } from "#web/api/jobs.ts";
import { exactTime } from "#web/format/relative-time.ts";
import { untilWords } from "#web/format/until.ts";
import { ranFor, STATES } from "#web/screens/jobs/work/job-words.ts";
import { Button } from "#web/ui/button.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { useNow } from "#web/ui/now.ts";
import { toast } from "#web/ui/overlays/toast-store.ts";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { Status } from "#web/ui/status.tsx";

/** A job: its state, result or error, who requested it, and its actions. */
export function JobRow({ job }: { job: Job }) {
  const { id, kind, title, state, message } = job;
  const progress = useProgress("job", id) ?? job.progress;
  const { word, tone } = STATES[state];
  // A canceled job repeats its state as the message, in either spelling.
  const detail = /^cancell?ed$/iu.test(message) ? "" : message;
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-t border-line px-5 py-3 first:border-t-0 max-md:px-4">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="flex flex-wrap items-center gap-x-3">
          <bdi className="font-semibold wrap-anywhere">{title}</bdi>
          <Status tone={tone}>{word}</Status>
        </p>
        {state === "running" && progress !== null && (
          <div className="my-1.5 max-w-xl">
            <ProgressBar label={progress.label} done={progress.done} total={progress.total} />
          </div>
        )}
        {detail !== "" && detail !== word && <p className="wrap-anywhere text-pretty">{detail}</p>}
        <p className="text-sm text-muted">
          <Times job={job} />
        </p>
      </div>
      <IfAllowed to={runNeeds(kind)}>
        <Actions job={job} />
      </IfAllowed>
    </li>
  );
}

function Times({ job }: { job: Job }) {
  const { state, by, attempts, maxAttempts, createdAt, startedAt, finishedAt, nextAttempt } = job;
  const now = useNow();
  const took = ranFor(job);
  return (
    <>
      {state === "running" ? (
        <>
          Started <Moment time={startedAt ?? createdAt} />
        </>
      ) : finishedAt === null ? (
        <>
          Requested <Moment time={createdAt} />
        </>
      ) : (
        <Moment time={finishedAt} />
      )}
      {took !== null && state === "done" && `, took ${took}`} · <bdi>{by}</bdi>
      {(state === "retrying" || state === "dead" || (state === "running" && attempts > 1)) &&
        ` · attempt ${attempts} of ${maxAttempts}`}
      {nextAttempt !== null && (state === "retrying" || state === "waiting") && (
        <>
          {" · next attempt "}
          <time dateTime={nextAttempt} title={exactTime(nextAttempt)}>
            {untilWords(nextAttempt, now)}
          </time>
        </>
      )}
    </>
  );
}

function Actions({ job: { id, title, state } }: { job: Job }) {
  const { cancel, retry, drop, isActing } = useJobActions();
  if (state === "done") return null;
  const hasEnded = state === "dead" || state === "cancelled";
  return (
    <div className="flex flex-wrap gap-2">
      {hasEnded ? (
        <>
          <Button
            size="small"
            icon={<RotateCcw aria-hidden />}
            busy={isActing}
            aria-label={`Try again: ${title}`}
            onClick={() => void retry(id)}
          >
            Try again
          </Button>
          <Button
            size="small"
            icon={<Trash2 aria-hidden />}
            busy={isActing}
            aria-label={`Remove: ${title}`}
            onClick={() => void drop(id)}
          >
            Remove
          </Button>
        </>
      ) : (
        <Button
          size="small"
          icon={<X aria-hidden />}
          busy={isActing}
          aria-label={`Cancel: ${title}`}
          onClick={() => void cancel(id)}
        >
          Cancel
        </Button>
      )}
    </div>
  );
}

/** Actions on jobs. The lists show the result; failures are shown in a toast. */
function useJobActions() {
  const canceling = useAction(cancelJob);
  const retrying = useAction(retryJob);
  const dropping = useAction(dropJob);
  return {
    cancel: (id: string) =>
      canceling.run(
        { params: { id } },
        {
          failed: "Failed to cancel job",
          onDone: ({ canceled }) => {
            if (!canceled) toast({ title: "Job already finished" });
          },
        },
      ),
    retry: (id: string) => retrying.run({ params: { id } }, { failed: "Failed to retry job" }),
    drop: (id: string) => dropping.run({ params: { id } }, { failed: "Failed to remove job" }),
    isActing: canceling.isPending || retrying.isPending || dropping.isPending,
  };
}
