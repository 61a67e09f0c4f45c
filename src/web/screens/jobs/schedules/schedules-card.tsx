import { useQuery } from "@tanstack/react-query";
import { detailOf } from "#web/api/connection/api-error.ts";
import { schedulesQuery } from "#web/api/schedules.ts";
import { SCHEDULE_COLUMNS, ScheduleRow } from "#web/screens/jobs/schedules/schedule-row.tsx";
import { Card } from "#web/ui/card.tsx";
import { ErrorPanel } from "#web/ui/error-panel.tsx";
import { LoadingNote } from "#web/ui/skeleton.tsx";
import { Table, TableSkeleton } from "#web/ui/table.tsx";

const USUAL = 8;

/** All schedules. The list is never empty, as housekeeping is always on. */
export function SchedulesCard() {
  const { data: schedules, error, isFetching, refetch } = useQuery(schedulesQuery);
  return (
    <Card flush unsized title="Schedules" description="Recurring jobs and their last runs.">
      {schedules === undefined && error !== null ? (
        <ErrorPanel
          title="The schedules could not be loaded"
          detail={detailOf(error)}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Table label="Schedules" columns={SCHEDULE_COLUMNS} aria-busy={schedules === undefined}>
          {schedules === undefined ? (
            <TableSkeleton columns={SCHEDULE_COLUMNS} rows={USUAL} />
          ) : (
            schedules.map((schedule) => <ScheduleRow key={schedule.id} schedule={schedule} />)
          )}
        </Table>
      )}
      {schedules === undefined && error === null && <LoadingNote what="the schedules" />}
    </Card>
  );
}
