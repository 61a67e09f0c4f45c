import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { Advanced } from "#web/layout/advanced.tsx";
import { Page } from "#web/layout/page.tsx";
import { BackupsCard } from "#web/screens/jobs/backups/backups-card.tsx";
import { EndedCard } from "#web/screens/jobs/work/ended-card.tsx";
import { OpenJobs } from "#web/screens/jobs/work/open-jobs.tsx";
import { useQuery } from "@tanstack/react-query";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { schedulesQuery } from "#web/api/schedules.ts";
import { SCHEDULE_COLUMNS, ScheduleRow } from "#web/screens/jobs/schedules/schedule-row.tsx";
import { Card } from "#web/ui/card.tsx";
import { Table } from "#web/ui/table.tsx";

export function JobsScreen() {
  return (
    <Page>
      <OpenJobs />
      <SchedulesCard />
      <EndedCard />
      <Advanced contents="Upkeep, backups">
        <SchedulesCard isInternal />
        <IfAllowed to="manage">
          <BackupsCard />
        </IfAllowed>
      </Advanced>
    </Page>
  );
}

const USUAL = { schedules: 5, upkeep: 4 };

interface SchedulesCardProps {
  /** Upkeep, rather than what the team set up. */
  isInternal?: boolean;
}

/** The schedules of a kind. Neither list is ever empty: auto-sync and cleanup are always listed. */
function SchedulesCard({ isInternal = false }: SchedulesCardProps) {
  const query = useQuery(schedulesQuery);
  const { data, error } = query;
  const schedules = data?.filter((schedule) => schedule.isInternal === isInternal);
  const title = isInternal ? "Upkeep" : "Schedules";
  return (
    <Card flush unsized title={title}>
      {schedules === undefined && error !== null ? (
        <QueryFailed what="schedules" query={query} />
      ) : (
        <Table
          label={title}
          columns={SCHEDULE_COLUMNS}
          loading={{ what: "the schedules", rows: isInternal ? USUAL.upkeep : USUAL.schedules }}
        >
          {schedules?.map((schedule) => (
            <ScheduleRow key={schedule.id} schedule={schedule} />
          ))}
        </Table>
      )}
    </Card>
  );
}
