import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { auditQuery } from "#web/api/audit.ts";
import { ShowMore } from "#web/actions/show-more.tsx";
import { type AuditView, filterOf, useAuditAddress } from "#web/screens/team/audit/audit-address.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { type Column, Table, TableCell, TableRow } from "#web/ui/table.tsx";
import { auditLabel } from "#shared/audit/audit-sentence.ts";
import { AUDITED_ACTIONS } from "#shared/audit/audited-actions.ts";
import { usersQuery } from "#web/api/users.ts";
import { LabeledDay, LabeledSelect } from "#web/ui/fields/labeled.tsx";
import type { AuditEntry } from "#shared/contract/audit.ts";
import { dateAndTime, exactTime } from "#web/format/relative-time.ts";
import { Status, type StatusTone } from "#web/ui/status.tsx";

export function AuditTab() {
  const [view, change] = useAuditAddress();
  const filter = filterOf(view);
  const query = useInfiniteQuery(auditQuery(filter));
  const { data, error } = query;
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
          <Table label="Audit log" columns={AUDIT_COLUMNS} loading={{ what: "the audit log", rows: 8 }}>
            {entries?.map((entry) => (
              <AuditRow key={entry.id} entry={entry} />
            ))}
          </Table>
        )}
      </Card>
      <ShowMore query={query} />
    </div>
  );
}

interface AuditFiltersProps {
  view: AuditView;
  change: (change: Partial<AuditView>) => void;
}

/** Filters the log by person, action and date range. */
function AuditFilters({ view, change }: AuditFiltersProps) {
  const { data: users } = useQuery(usersQuery);
  const { data: log } = useInfiniteQuery(auditQuery({}));
  const seen = log?.pages.flatMap((page) => page.entries) ?? [];
  const people = new Set([...(users ?? []).map(({ username }) => username), ...seen.map(({ by }) => by), view.by]);
  const actions = new Map<string, string>([
    [view.action, view.action],
    // Earlier versions recorded other actions.
    ...seen.map(({ action, summary }) => [action, summary] as const),
    ...[...AUDITED_ACTIONS.values()].map((action) => [action.action, auditLabel(action)] as const),
  ]);
  return (
    <div className="flex flex-wrap gap-3 *:min-w-36 *:sm:max-w-60">
      <LabeledSelect
        label="Person"
        value={view.by}
        onChange={(event) => change({ by: event.target.value })}
        options={[{ value: "", label: "Everyone" }, ...choices([...people].map((name) => [name, name]))]}
      />
      <LabeledSelect
        label="Action"
        value={view.action}
        onChange={(event) => change({ action: event.target.value })}
        options={[{ value: "", label: "All actions" }, ...choices([...actions])]}
      />
      <LabeledDay label="From" value={view.from} max={view.to || undefined} onCommit={(from) => change({ from })} />
      <LabeledDay label="To" value={view.to} min={view.from || undefined} onCommit={(to) => change({ to })} />
    </div>
  );
}

/** Options sorted by label, without those that have no value. */
function choices(pairs: readonly (readonly [value: string, label: string])[]): { value: string; label: string }[] {
  return pairs
    .filter(([value]) => value !== "")
    .map(([value, label]) => ({ value, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
}

const TIME = { title: "Time", className: "w-56 md:max-xl:w-32" } satisfies Column;
const WHAT = { title: "What happened" } satisfies Column;
const FROM = { title: "From", className: "w-44 md:max-xl:hidden" } satisfies Column;
const OUTCOME = { title: "Outcome", className: "w-28" } satisfies Column;
const AUDIT_COLUMNS: readonly Column[] = [TIME, WHAT, FROM, OUTCOME];

const VIA: Record<AuditEntry["via"], string> = {
  browser: "Browser",
  token: "API token",
  mcp: "Assistant (MCP)",
  command: "Command line",
  link: "Email link",
  clock: "Schedule",
};

const OUTCOMES: Record<AuditEntry["outcome"], { label: string; tone: StatusTone }> = {
  done: { label: "Done", tone: "success" },
  refused: { label: "Denied", tone: "warning" },
  failed: { label: "Failed", tone: "danger" },
};

/** An audit log entry: when, who did what, how, from where, and the outcome. */
function AuditRow({ entry }: { entry: AuditEntry }) {
  const { at, via, address, who, did, outcome, requestId } = entry;
  return (
    <TableRow>
      <TableCell column={TIME}>
        <time dateTime={at} title={exactTime(at)} className="tabular-nums">
          {dateAndTime(at)}
        </time>
      </TableCell>
      <TableCell column={WHAT} bare>
        <div className="min-w-0 py-1.5" title={requestId === "" ? undefined : `Request ${requestId}`}>
          <p className="wrap-anywhere">
            <bdi className="font-semibold">{who}</bdi> <bdi>{did}</bdi>
          </p>
          {/* Shown when the column is hidden. */}
          <p className="hidden text-xs text-muted md:max-xl:block">
            {VIA[via]} {address}
          </p>
        </div>
      </TableCell>
      <TableCell column={FROM}>
        <div className="min-w-0">
          <span className="block truncate">{VIA[via]}</span>
          {address !== "" && <span className="block truncate text-xs text-muted">{address}</span>}
        </div>
      </TableCell>
      <TableCell column={OUTCOME}>
        <Status tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].label}</Status>
      </TableCell>
    </TableRow>
  );
}
