import { useQuery } from "@tanstack/react-query";
import { Globe } from "lucide-react";
import { useEffect } from "react";
import type { ScrapeTarget } from "#shared/contract/scrape-target.ts";
import { IfAllowed } from "#web/actions/if-allowed.tsx";
import { FailedCard } from "#web/actions/query-failed.tsx";
import { scrapeTargetsQuery } from "#web/api/scrape-targets.ts";
import { useDialogAddress } from "#web/layout/dialog-address.ts";
import { AddTargetForm } from "#web/screens/lead-scraper/add-target-form.tsx";
import { RunSheet } from "#web/screens/lead-scraper/run-sheet.tsx";
import { TargetRow } from "#web/screens/lead-scraper/target-row.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ListSkeleton } from "#web/ui/list-skeleton.tsx";
import { useLoaded } from "#web/ui/use-loaded.ts";

const loadDialog = () => import("#web/screens/lead-scraper/target-dialog.tsx");

export function WebsitesTab() {
  const query = useQuery(scrapeTargetsQuery);
  const { data: targets, error } = query;
  const { subject, open, close } = useDialogAddress("work");
  const code = useLoaded({ name: "The form", load: loadDialog, isWanted: subject !== null, giveUp: close });
  useEffect(() => void loadDialog().catch(() => undefined), []);
  return (
    <div className="flex flex-col gap-6 max-md:gap-4">
      <IfAllowed to="work">
        <Card title="Add scrape target" description="Enter a URL. Contacts found there become leads.">
          <AddTargetForm />
        </Card>
      </IfAllowed>
      {targets === undefined && error !== null ? (
        <FailedCard what="scrape targets" query={query} />
      ) : targets === undefined ? (
        <Card flush title="Scrape targets">
          <ListSkeleton what="the scrape targets" />
        </Card>
      ) : targets.length === 0 ? (
        <Card>
          <EmptyState
            icon={<Globe />}
            title="No scraping targets configured yet"
            text="Sites you add appear here with the leads found on them."
          />
        </Card>
      ) : (
        <Card flush title="Scrape targets">
          <TargetList targets={targets.toReversed()} onSettings={(id) => open({ id })} />
        </Card>
      )}
      {targets !== undefined && code !== null && (
        <code.TargetDialog subject={subject} targets={targets} onClose={close} />
      )}
      {targets !== undefined && <RunSheet targets={targets} />}
    </div>
  );
}

interface TargetListProps {
  targets: readonly ScrapeTarget[];
  onSettings: (id: string) => void;
}

function TargetList({ targets, onSettings }: TargetListProps) {
  return (
    <ul aria-label="Scrape targets">
      {targets.map((target) => (
        <TargetRow key={target.id} target={target} onSettings={() => onSettings(target.id)} />
      ))}
    </ul>
  );
}
