import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ColumnTarget, type ImportColumn } from "#shared/contract/leads/lead-import.ts";
import { leadFieldsQuery } from "#web/api/leads/lead-fields-query.ts";
import { useTeam } from "#web/api/leads/owners.ts";
import { formatCounted } from "#web/format/number.ts";
import { columnGroups } from "#web/screens/leads/import/column-groups.ts";
import { TARGET_OPTIONS } from "#web/screens/leads/import/import-words.ts";
import { Button } from "#web/ui/button.tsx";
import { MappingRow } from "#web/ui/fields/mapping-row.tsx";
import { Select } from "#web/ui/fields/select.tsx";

interface ColumnMappingProps {
  columns: readonly ImportColumn[];
  /** Targets of all columns, in order. */
  onChange: (targets: ColumnTarget[]) => void;
}

export function ColumnMapping({ columns, onChange }: ColumnMappingProps) {
  const hasOwners = useTeam().length > 0;
  const { data: fields = [] } = useQuery(leadFieldsQuery);
  const custom = fields.map(({ key, name }) => ({ value: `field:${key}`, label: name }));
  // Until the fields are loaded, the chosen one is shown by its key.
  const customWith = (target: ColumnTarget) =>
    !target.startsWith("field:") || custom.some(({ value }) => value === target)
      ? custom
      : [...custom, { value: target, label: target.slice("field:".length) }];
  const [isWhole, setIsWhole] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const { first, rest } = columnGroups(columns, chosen);
  const choose = (index: number, target: string): void => {
    setChosen(new Set([...chosen, index]));
    onChange(columns.map((column) => (column.index === index ? ColumnTarget.parse(target) : column.target)));
  };
  return (
    <section aria-labelledby="import-columns">
      <h3 id="import-columns" className="pb-1 font-semibold">
        Columns
      </h3>
      <ul>
        {(isWhole ? [...first, ...rest] : first).map(({ index, name, target, samples }) => (
          <MappingRow
            key={index}
            name={name}
            values={samples.length === 0 ? "Empty in the first rows" : samples.join(" · ")}
          >
            <Select
              aria-label={`Import ${name} as`}
              options={[
                ...TARGET_OPTIONS.filter(({ value }) => value !== "owner" || hasOwners || target === value),
                ...customWith(target),
              ]}
              value={target}
              onChange={(event) => choose(index, event.target.value)}
            />
          </MappingRow>
        ))}
      </ul>
      {!isWhole && rest.length > 0 && (
        <Button size="small" className="mt-2" onClick={() => setIsWhole(true)}>
          Show {formatCounted(rest.length, "more column", "more columns")}
        </Button>
      )}
    </section>
  );
}
