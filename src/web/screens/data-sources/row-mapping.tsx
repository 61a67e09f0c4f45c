import { useQuery } from "@tanstack/react-query";
import { useController } from "react-hook-form";
import { ROW_TARGETS, RowTarget, type DataSourceTestResult, type RowColumn } from "#shared/contract/data-source.ts";
import { targetWords } from "#shared/field-words.ts";
import { leadFieldsQuery } from "#web/api/leads/lead-fields-query.ts";
import type { SourceValues } from "#web/screens/data-sources/source-fields.ts";
import { MappingRow } from "#web/ui/fields/mapping-row.tsx";
import { Select } from "#web/ui/fields/select.tsx";

const OPTIONS = ROW_TARGETS.map((value) => ({ value, label: targetWords(value) }));

/** What each field of the rows becomes, with its first values. */
export function RowMappingFields({ tested }: { tested: DataSourceTestResult | null }) {
  const { field, fieldState } = useController<SourceValues, "mapping">({ name: "mapping" });
  const chosen = field.value;
  const { data: fields = [] } = useQuery(leadFieldsQuery);
  const custom = fields.map(({ key, name }) => ({ value: `field:${key}`, label: name }));
  // Until the fields are loaded, the chosen one is shown by its key.
  const optionsWith = (target: string) =>
    !target.startsWith("field:") || custom.some(({ value }) => value === target)
      ? [...OPTIONS, ...custom]
      : [...OPTIONS, ...custom, { value: target, label: target.slice("field:".length) }];
  const columns = tested?.columns ?? Object.entries(chosen).map(([path, target]) => notRead(path, target));
  const choose = ({ path, recognized }: RowColumn, value: string): void => {
    const target = RowTarget.parse(value);
    const others = Object.entries(chosen).filter(([one]) => one !== path);
    field.onChange(Object.fromEntries(target === recognized ? others : [...others, [path, target]]));
  };
  return (
    <section aria-labelledby="api-fields">
      <h3 id="api-fields" className="pb-1 font-semibold">
        Fields
      </h3>
      {fieldState.error?.message !== undefined && (
        <p role="alert" className="pb-2 text-sm text-danger-ink">
          {fieldState.error.message}
        </p>
      )}
      {tested?.columns === undefined && (
        <p className="pb-2 text-sm text-muted">Test the connection to see the fields and what they become.</p>
      )}
      {columns.length > 0 && (
        <ul>
          {columns.map((column) => (
            <MappingRow key={column.path} name={column.path} values={column.samples.join(" · ")}>
              <Select
                aria-label={`Import ${column.path} as`}
                options={optionsWith(chosen[column.path] ?? column.recognized)}
                value={chosen[column.path] ?? column.recognized}
                onChange={({ target }) => choose(column, target.value)}
              />
            </MappingRow>
          ))}
        </ul>
      )}
    </section>
  );
}

/** A chosen field before the API has been read. */
function notRead(path: string, target: RowTarget): RowColumn {
  return { path, target, recognized: "fact", samples: [] };
}
