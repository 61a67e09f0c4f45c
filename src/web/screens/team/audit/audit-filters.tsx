import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { auditedAct, CLOCK_ACTS } from "#shared/contract/audited-calls.ts";
import { endpoints, type EndpointKey } from "#shared/contract/endpoints.ts";
import { auditQuery } from "#web/api/audit.ts";
import { usersQuery } from "#web/api/users.ts";
import type { AuditView } from "#web/screens/team/audit/audit-address.ts";
import { DayField } from "#web/ui/day-field.tsx";
import { Labelled } from "#web/ui/labelled.tsx";
import { Select } from "#web/ui/select.tsx";

/** What can be done by a call; the log may tell of other acts too. */
const ACTS = [
  ...(Object.keys(endpoints) as EndpointKey[]).map(auditedAct).filter((act) => act !== null),
  ...Object.values(CLOCK_ACTS),
];

interface AuditFiltersProps {
  view: AuditView;
  change: (change: Partial<AuditView>) => void;
}

/** Narrows the log to a person who has an account or was seen in it, an action, a span of days. */
export function AuditFilters({ view, change }: AuditFiltersProps) {
  const { data: users } = useQuery(usersQuery);
  const { data: log } = useInfiniteQuery(auditQuery({}));
  const seen = log?.pages.flatMap((page) => page.entries) ?? [];
  const people = new Set([...(users ?? []).map(({ username }) => username), ...seen.map(({ by }) => by), view.by]);
  const actions = new Map<string, string>([
    [view.action, view.action],
    ...[...ACTS, ...seen].map(({ action, summary }) => [action, summary] as const),
  ]);
  return (
    <div className="flex flex-wrap gap-3 *:min-w-36 *:sm:max-w-60">
      <Labelled label="Person">
        {(id) => (
          <Select
            id={id}
            value={view.by}
            onChange={(event) => change({ by: event.target.value })}
            options={[{ value: "", label: "Everybody" }, ...choices([...people].map((name) => [name, name]))]}
          />
        )}
      </Labelled>
      <Labelled label="Action">
        {(id) => (
          <Select
            id={id}
            value={view.action}
            onChange={(event) => change({ action: event.target.value })}
            options={[{ value: "", label: "Everything" }, ...choices([...actions])]}
          />
        )}
      </Labelled>
      <Labelled label="From">
        {(id) => (
          <DayField id={id} value={view.from} max={view.to || undefined} onCommit={(from) => change({ from })} />
        )}
      </Labelled>
      <Labelled label="To">
        {(id) => <DayField id={id} value={view.to} min={view.from || undefined} onCommit={(to) => change({ to })} />}
      </Labelled>
    </div>
  );
}

/** Values with their words, those without a value left out, by their words. */
function choices(pairs: readonly (readonly [value: string, label: string])[]): { value: string; label: string }[] {
  return pairs
    .filter(([value]) => value !== "")
    .map(([value, label]) => ({ value, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
}
