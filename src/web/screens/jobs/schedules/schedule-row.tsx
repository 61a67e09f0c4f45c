import { Play } from "lucide-react";
import { Link } from "react-router";
import type { Schedule } from "#shared/contract/schedule.ts";
import { runNeeds } from "#shared/roles.ts";
import { useAction } from "#web/actions/use-action.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { useSendReport } from "#web/actions/send-report/use-send-report.ts";
import { runSchedule } from "#web/api/schedules.ts";
import { exactTime } from "#web/format/relative-time.ts";
import { untilWords } from "#web/format/until.ts";
import { nearestPage } from "#web/layout/nearest-page.ts";
import { Button } from "#web/ui/button.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { useNow } from "#web/ui/now.ts";
import { Status, type StatusTone } from "#web/ui/status.tsx";
import { type Column, TableCell, TableRow } from "#web/ui/table.tsx";

const WHAT = { title: "Schedule" } satisfies Column;
const LAST = { title: "Last run", className: "md:w-[32%]" } satisfies Column;
const NEXT = { title: "Next run", className: "w-32" } satisfies Column;
const ACT = { title: "Run now", hidden: true, className: "w-32" } satisfies Column;
export const SCHEDULE_COLUMNS: readonly Column[] = [WHAT, LAST, NEXT, ACT];

type Run = NonNullable<Schedule["lastRun"]>;

const OUTCOMES: Record<Run["outcome"], { word: string; tone: StatusTone }> = {
  running: { word: "Running", tone: "accent" },
  done: { word: "Done", tone: "success" },
  failed: { word: "Failed", tone: "danger" },
  nothing: { word: "Nothing to do", tone: "neutral" },
  cancelled: { word: "Canceled", tone: "neutral" },
};

/** A schedule: its interval with a link to its settings, its last run and its next. */
export function ScheduleRow({ schedule }: { schedule: Schedule }) {
  const { id, title, rhythm, settingsPath, lastRun } = schedule;
  const { run, isStarting } = useRunSchedule();
  const report = useSendReport();
  const isReport = id === "report";
  return (
    <TableRow>
      <TableCell column={WHAT} bare>
        <div className="min-w-0 py-2">
          <p className="text-base font-semibold wrap-anywhere">
            <bdi>{title}</bdi>
          </p>
          <p className="text-muted wrap-anywhere">
            {rhythm}
            {settingsPath !== null && (
              <>
                {" · "}
                <Link to={settingsPath} className="text-link underline underline-offset-2">
                  {nearestPage(settingsPath).title}
                </Link>
              </>
            )}
          </p>
        </div>
      </TableCell>
      <TableCell column={LAST} className={lastRun === null ? undefined : "max-md:flex-wrap max-md:justify-start"}>
        {lastRun === null ? <span className="text-muted">Never</span> : <LastRun run={lastRun} />}
      </TableCell>
      <TableCell column={NEXT}>
        <NextRun schedule={schedule} />
      </TableCell>
      <TableCell column={ACT} bare className="md:text-right">
        <IfAllowed to={runNeeds(id)}>
          <Button
            size="small"
            icon={<Play aria-hidden />}
            busy={isStarting || (isReport && report.running) || lastRun?.outcome === "running"}
            aria-label={`Run now: ${title}`}
            onClick={() => void (isReport ? report.run() : run(id, title))}
          >
            Run now
          </Button>
        </IfAllowed>
      </TableCell>
    </TableRow>
  );
}

function LastRun({ run: { at, finishedAt, outcome, message } }: { run: Run }) {
  const { word, tone } = OUTCOMES[outcome];
  return (
    <div className="min-w-0 py-2 max-md:w-full max-md:py-1">
      <p className="flex flex-wrap items-center gap-x-2">
        <Status tone={tone}>{word}</Status>
        <span className="text-muted">
          {finishedAt === null && "since "}
          <Moment time={finishedAt ?? at} />
        </span>
      </p>
      {message !== "" && (
        <p className="line-clamp-3 text-muted wrap-anywhere" title={message}>
          {message}
        </p>
      )}
    </div>
  );
}

function NextRun({ schedule: { isOn, nextRun } }: { schedule: Schedule }) {
  const now = useNow();
  if (!isOn) return <Status tone="neutral">Off</Status>;
  if (nextRun === null) return <span className="text-muted">As needed</span>;
  return (
    <time dateTime={nextRun} title={exactTime(nextRun)}>
      {untilWords(nextRun, now)}
    </time>
  );
}

/** Runs a schedule now; shows why if it can't. */
function useRunSchedule(): { run: (id: string, title: string) => Promise<boolean>; isStarting: boolean } {
  const { run, isPending } = useAction(runSchedule);
  return {
    run: (id, title) =>
      run({ params: { id } }, { done: { title: `${title} started` }, failed: `Failed to start ${title}` }),
    isStarting: isPending,
  };
}
