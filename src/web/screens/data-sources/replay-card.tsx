import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Replay, ReplayChange } from "#shared/contract/replay.ts";
import { REPLAY_SOURCES } from "#shared/source-kinds.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { useAction } from "#web/actions/use-action.ts";
import { useProgress } from "#web/api/connection/progress.ts";
import { applyReplay, cancelReplay, latestReplayQuery, replayChangesQuery, startReplay } from "#web/api/replays.ts";
import { sourceName } from "#web/format/lead-source.ts";
import { formatCounted } from "#web/format/number.ts";
import { replayWords } from "#web/screens/data-sources/replay-words.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Checkbox } from "#web/ui/fields/checkbox.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { Select } from "#web/ui/fields/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Link } from "react-router";
import { fieldWords } from "#shared/field-words.ts";
import { ShowMore } from "#web/actions/show-more.tsx";
import { paths } from "#web/paths.ts";
import { Table, TableCell, TableRow } from "#web/ui/table.tsx";

const EVERY = "";
const SOURCES = [
  { value: EVERY, label: "All sources" },
  ...REPLAY_SOURCES.map((value) => ({ value, label: sourceName(value) })),
];

/** Rereads stored raw input and previews the changes. */
export function ReplayCard() {
  const query = useQuery(latestReplayQuery);
  const { data, error } = query;
  return (
    <Card
      title="Reprocess original data"
      description="Find details that earlier versions of Winnow missed. Nothing changes until you apply them."
    >
      {data !== undefined ? (
        <LatestReplay replay={data.replay} />
      ) : error === null ? (
        <Skeleton className="h-9 w-full max-w-lg" />
      ) : (
        <QueryFailed what="the last run" query={query} />
      )}
    </Card>
  );
}

function LatestReplay({ replay }: { replay: Replay | null }) {
  if (replay?.state === "running" || replay?.state === "applying") return <ReplayProgress replay={replay} />;
  return (
    <div className="flex flex-col gap-4">
      <StartReplay />
      {replay !== null && <ReplayOutcome key={replay.id} replay={replay} />}
    </div>
  );
}

function StartReplay() {
  const [source, setSource] = useState(EVERY);
  const [all, setAll] = useState(false);
  const { run, isPending } = useAction(startReplay);
  const start = (): Promise<boolean> => {
    const chosen = REPLAY_SOURCES.find((one) => one === source);
    const body = { all, ...(chosen !== undefined && { source: chosen }) };
    return run({ body }, { failed: "Failed to start reprocessing" });
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Select
        aria-label="Source"
        className="w-48 max-md:w-full"
        options={SOURCES}
        value={source}
        onChange={({ target }) => setSource(target.value)}
      />
      <span className="flex items-center">
        <Checkbox
          aria-label="Include data that's already up to date"
          checked={all}
          onChange={({ target }) => setAll(target.checked)}
        />
        <span aria-hidden>Include data that's already up to date</span>
      </span>
      <Button busy={isPending} busyLabel="Starting..." onClick={() => void start()}>
        Preview changes
      </Button>
    </div>
  );
}

function ReplayProgress({ replay }: { replay: Replay }) {
  const progress = useProgress("replay", replay.id);
  const { run, isPending } = useAction(cancelReplay);
  const cancel = (): Promise<boolean> =>
    run({ params: { id: replay.id } }, { failed: "Failed to cancel reprocessing" });
  const { label, done, total } =
    replay.state === "running"
      ? { label: "Reprocessing original data", done: replay.done, total: replay.total }
      : { label: "Applying changes", done: replay.applied + replay.left, total: replay.leadsChanged };
  return (
    <div className="flex items-end gap-4">
      <div className="min-w-0 flex-1">
        <ProgressBar
          label={progress?.label ?? label}
          done={progress?.done ?? done}
          total={progress === undefined ? total : progress.total}
        />
      </div>
      <Button size="small" busy={isPending} busyLabel="Canceling..." onClick={() => void cancel()}>
        Cancel
      </Button>
    </div>
  );
}

/** The result of the last reread, with its changes until one is applied. */
function ReplayOutcome({ replay }: { replay: Replay }) {
  const { run, isPending } = useAction(applyReplay);
  const { id, state, leadsChanged, applied, left } = replay;
  const open = leadsChanged - applied - left;
  const apply = (): Promise<boolean> =>
    run(
      { params: { id }, body: {} },
      {
        done: ({ data: now }) => `${formatCounted(now.applied - applied, "lead")} updated from original data`,
        failed: "Failed to apply changes",
      },
    );
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="min-w-0 flex-1 text-pretty">
          {replayWords(replay)}
        </p>
        {state === "ready" && open > 0 && (
          <Button variant="primary" busy={isPending} busyLabel="Applying..." onClick={() => void apply()}>
            Apply to {formatCounted(open, "lead")}
          </Button>
        )}
      </div>
      {state === "ready" && open > 0 && <ReplayChanges id={id} />}
    </div>
  );
}

const LEAD = { title: "Lead", className: "w-44" };
const FIELD = { title: "Field", className: "w-32" };
const BEFORE = { title: "Before" };
const AFTER = { title: "After" };
const WHY = { title: "Why", className: "md:max-lg:hidden" };
const COLUMNS = [LEAD, FIELD, BEFORE, AFTER, WHY];

/** Changes of a reread, before and after. */
function ReplayChanges({ id }: { id: string }) {
  const query = useInfiniteQuery(replayChangesQuery(id));
  const { data, error, hasNextPage } = query;
  if (data === undefined && error !== null) {
    return <QueryFailed what="changes" query={query} />;
  }
  const changes = data?.pages.flatMap((page) => page.changes);
  return (
    <div className="-mx-5 overflow-clip max-md:-mx-4">
      <Table label="Changes" columns={COLUMNS} loading={{ what: "the changes", rows: 3 }}>
        {changes?.map((change) => (
          <ChangeRow key={`${change.leadId} ${change.field} ${change.after}`} change={change} />
        ))}
      </Table>
      {hasNextPage && (
        <div className="px-5 pt-3 max-md:px-4">
          <ShowMore query={query} size="small" busyLabel="Loading..." />
        </div>
      )}
    </div>
  );
}

function ChangeRow({ change: { leadId, leadName, field, before, after, why } }: { change: ReplayChange }) {
  return (
    <TableRow>
      <TableCell column={LEAD} bare>
        <Link to={paths.lead(leadId)} className="block truncate rounded-sm font-semibold text-link hover:underline">
          {leadName}
        </Link>
      </TableCell>
      <TableCell column={FIELD}>{fieldWords(field)}</TableCell>
      <TableCell column={BEFORE}>
        <Value text={before} />
      </TableCell>
      <TableCell column={AFTER}>
        <Value text={after} />
      </TableCell>
      <TableCell column={WHY} className="text-muted">
        <span className="line-clamp-3 py-1.5 wrap-anywhere">{why}</span>
      </TableCell>
    </TableRow>
  );
}

function Value({ text }: { text: string }) {
  if (text === "") return <span className="text-muted">Empty</span>;
  return (
    <span dir="auto" title={text} className="line-clamp-3 py-1.5 text-left wrap-anywhere">
      {text}
    </span>
  );
}
