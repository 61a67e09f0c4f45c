import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { Advanced } from "#web/layout/advanced.tsx";
import { Page } from "#web/layout/page.tsx";
import { BackupsCard } from "#web/screens/jobs/backups/backups-card.tsx";
import { SchedulesCard } from "#web/screens/jobs/schedules/schedules-card.tsx";
import { EndedCard } from "#web/screens/jobs/work/ended-card.tsx";
import { OpenJobs } from "#web/screens/jobs/work/open-jobs.tsx";

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
