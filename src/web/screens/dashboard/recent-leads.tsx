import { useQuery } from "@tanstack/react-query";
import { ArrowRight, Download, UserCheck } from "lucide-react";
import { Link } from "react-router";
import { LIMITS } from "#shared/limits.ts";
import { exportFileName, exportLabel, useExportLeads } from "#web/actions/use-export-leads.ts";
import { leadPageQuery } from "#web/api/leads/lead-list.ts";
import { paths } from "#web/paths.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { COLUMNS, RecentLeadRow } from "#web/screens/dashboard/recent-lead-row.tsx";
import { useSteadyRows } from "#web/screens/dashboard/steady-rows.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Table } from "#web/ui/table.tsx";

/** Rows shown; also reserved while loading. */
const SHOWN = 5;

/** The newest qualified leads, with approve and reject buttons. */
export function RecentLeads() {
  const leads = useQuery(leadPageQuery({ status: "qualified", sort: "-createdAt" }, SHOWN));
  const { rows, hold } = useSteadyRows(leads.data?.rows);
  const csv = useExportLeads();
  const download = (): void =>
    void csv.run({ filter: { status: "qualified" }, fileName: exportFileName("leads-qualified", new Date()) });
  const label = exportLabel(leads.data?.total, "qualified");
  return (
    <Card
      title="Recent Qualified Leads"
      flush
      actions={
        <div className="flex gap-2">
          <Button
            size="small"
            icon={<Download aria-hidden />}
            busy={csv.running}
            aria-label={label}
            title={label}
            onClick={download}
          >
            Export
          </Button>
          <Link
            to={paths.leads({ status: "qualified" })}
            aria-label="View all qualified leads"
            className={buttonClass("ghost", "small")}
          >
            View all
            <ArrowRight aria-hidden />
          </Link>
        </div>
      }
    >
      <div className="md:min-h-64">
        {rows === undefined && leads.isError ? (
          <QueryFailed what="the qualified leads" query={leads} />
        ) : rows?.length === 0 ? (
          <EmptyState
            icon={<UserCheck />}
            title="No qualified leads found"
            text="Leads appear here when they reach the threshold or you qualify them."
            action={
              <Link to={paths.rules()} className={buttonClass()}>
                Review rules
              </Link>
            }
          />
        ) : (
          <Table
            label="Recent Qualified Leads"
            columns={COLUMNS}
            loading={{ what: "the qualified leads", rows: LIMITS.show.skeletonRowsDashboard }}
            {...hold}
          >
            {rows?.map((lead) => (
              <RecentLeadRow key={lead.id} lead={lead} />
            ))}
          </Table>
        )}
      </div>
    </Card>
  );
}
