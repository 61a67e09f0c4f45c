import { useQuery } from "@tanstack/react-query";
import { Download, Star } from "lucide-react";
import { Link } from "react-router";
import type { LeadRow } from "#shared/contract/leads/lead.ts";
import { LIMITS } from "#shared/limits.ts";
import { ReviewLink } from "#web/actions/review-link.tsx";
import { exportFileName, exportLabel, useExportLeads } from "#web/actions/use-export-leads.ts";
import { leadPageQuery } from "#web/api/leads/lead-list.ts";
import { paths } from "#web/paths.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { useSteadyRows } from "#web/screens/dashboard/steady-rows.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Score } from "#web/ui/leads/score.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";
import { Truncate } from "#web/ui/truncate.tsx";

/** Top qualified leads by score. */
export function QualifiedLeadsPanel() {
  const leads = useQuery(leadPageQuery({ status: "qualified", sort: "-score" }, LIMITS.show.qualifiedPanel));
  const { rows, hold } = useSteadyRows(leads.data?.rows);
  const csv = useExportLeads();
  const download = (): void =>
    void csv.run({ filter: { status: "qualified" }, fileName: exportFileName("qualified-leads", new Date()) });
  return (
    <Card
      title="Top Qualified Leads"
      actions={
        <>
          <ReviewLink size="small" />
          <IconButton
            label={exportLabel(leads.data?.total, "qualified")}
            icon={<Download />}
            busy={csv.running}
            onClick={download}
            className="-mr-2"
          />
        </>
      }
    >
      {rows === undefined ? (
        leads.isError ? (
          <QueryFailed what="the qualified leads" query={leads} />
        ) : (
          <PanelSkeleton />
        )
      ) : rows.length === 0 ? (
        <EmptyState
          icon={<Star />}
          title="No qualified leads yet"
          text="Your ten highest-scoring leads will appear here."
        />
      ) : (
        <ol className="-mx-2 flex flex-col" {...hold}>
          {rows.map((lead) => (
            <li key={lead.id}>
              <PanelRow lead={lead} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

function PanelRow({ lead }: { lead: LeadRow }) {
  return (
    <Link
      to={paths.lead(lead.id, "?status=qualified")}
      className="flex h-12 items-center gap-3 rounded-md px-2 hover:bg-hover"
    >
      <Avatar name={lead.name} />
      <span className="min-w-0 flex-1">
        <Truncate text={lead.name || lead.email} className="font-semibold" />
        <Truncate text={lead.company} className="text-sm text-muted" />
      </span>
      <Score score={lead.score} />
    </Link>
  );
}

function PanelSkeleton() {
  return (
    <>
      <LoadingNote what="the qualified leads" />
      {Array.from({ length: LIMITS.show.qualifiedPanel }, (_, row) => (
        <div key={row} className="flex h-12 items-center gap-3">
          <Skeleton className="size-8 rounded-full!" />
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="ml-auto h-4 w-20" />
        </div>
      ))}
    </>
  );
}
