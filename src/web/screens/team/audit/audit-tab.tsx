import { useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { auditQuery } from "#web/api/audit.ts";
import { useShowMore } from "#web/api/use-show-more.ts";
import { filterOf, useAuditAddress } from "#web/screens/team/audit/audit-address.ts";
import { AuditFilters } from "#web/screens/team/audit/audit-filters.tsx";
import { AUDIT_COLUMNS, AuditRow } from "#web/screens/team/audit/audit-row.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LoadingNote } from "#web/ui/skeleton.tsx";
import { Table, TableSkeleton } from "#web/ui/table.tsx";

export function AuditTab() {
  const [view, change] = useAuditAddress();
  const filter = filterOf(view);
  const query = useInfiniteQuery(auditQuery(filter));
  const { data, error, hasNextPage } = query;
  const { showMore, isShowingMore } = useShowMore(query);
  const entries = data?.pages.flatMap((page) => page.entries);
  const isNarrowed = Object.keys(filter).length > 0;
  return (
    <div className="flex flex-col gap-4">
      <AuditFilters view={view} change={change} />
      <Card flush>
        {entries === undefined && error !== null ? (
          <QueryFailed what="the audit log" query={query} />
        ) : entries?.length === 0 ? (
          <EmptyState
            icon={<ScrollText />}
            title={isNarrowed ? "No matching entries" : "No entries yet"}
            text={isNarrowed ? "Try removing a filter." : "Sign-ins and changes appear here."}
            {...(isNarrowed && {
              action: <Button onClick={() => change({ by: "", action: "", from: "", to: "" })}>Clear filters</Button>,
            })}
          />
        ) : (
          <Table label="Audit log" columns={AUDIT_COLUMNS} aria-busy={entries === undefined}>
            {entries === undefined ? (
              <TableSkeleton columns={AUDIT_COLUMNS} rows={8} />
            ) : (
              entries.map((entry) => <AuditRow key={entry.id} entry={entry} />)
            )}
          </Table>
        )}
        {entries === undefined && error === null && <LoadingNote what="the audit log" />}
      </Card>
      {hasNextPage && (
        <Button className="self-center" busy={isShowingMore} onClick={showMore}>
          Show more
        </Button>
      )}
    </div>
  );
}
