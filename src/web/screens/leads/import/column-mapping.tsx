import { ColumnTarget, type ImportColumn } from "#shared/contract/leads/lead-import.ts";
import { useTeam } from "#web/api/users.ts";
import { TARGET_OPTIONS } from "#web/screens/leads/import/import-words.ts";
import { Select } from "#web/ui/fields/select.tsx";

interface ColumnMappingProps {
  columns: readonly ImportColumn[];
  /** Targets of all columns, in order. */
  onChange: (targets: ColumnTarget[]) => void;
}

export function ColumnMapping({ columns, onChange }: ColumnMappingProps) {
  const hasOwners = useTeam().length > 0;
  const choose = (index: number, chosen: string): void =>
    onChange(columns.map((column) => (column.index === index ? ColumnTarget.parse(chosen) : column.target)));
  return (
    <section aria-labelledby="import-columns">
      <h3 id="import-columns" className="pb-1 font-semibold">
        Columns
      </h3>
      <ul>
        {columns.map(({ index, name, target, samples }) => (
          <li
            key={index}
            className="grid items-center gap-x-4 gap-y-1 border-t border-line py-2 sm:grid-cols-[minmax(0,1fr)_14rem]"
          >
            <div className="min-w-0">
              <p dir="auto" className="truncate text-left" title={name}>
                {name}
              </p>
              <p dir="auto" className="truncate text-left text-sm text-muted">
                {samples.length === 0 ? "Empty in the first rows" : samples.join(" · ")}
              </p>
            </div>
            <Select
              aria-label={`Import ${name} as`}
              options={TARGET_OPTIONS.filter(({ value }) => value !== "owner" || hasOwners || target === value)}
              value={target}
              onChange={(event) => choose(index, event.target.value)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
