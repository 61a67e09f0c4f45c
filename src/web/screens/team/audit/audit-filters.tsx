import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { auditLabel } from "#shared/audit/audit-sentence.ts";
import { AUDITED_ACTIONS } from "#shared/audit/audited-actions.ts";
import { auditQuery } from "#web/api/audit.ts";
import { usersQuery } from "#web/api/users.ts";
import type { AuditView } from "#web/screens/team/audit/audit-address.ts";
import { LabeledDay, LabeledSelect } from "#web/ui/fields/labeled.tsx";

interface AuditFiltersProps {
  view: AuditView;
  change: (change: Partial<AuditView>) => void;
}

/** Filters the log by person, action and date range. */
export function AuditFilters({ view, change }: AuditFiltersProps) {
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
