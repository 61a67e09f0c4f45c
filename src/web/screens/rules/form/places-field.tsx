import { useId, useState } from "react";
import type { LeadFieldDefinition } from "#shared/contract/leads/lead-field.ts";
import { ruleFieldOf, SEARCHED_KINDS } from "#shared/contract/leads/rule-condition.ts";
import { RULE_FIELDS } from "#shared/contract/rule.ts";
import { LIMITS } from "#shared/limits.ts";
import { placeWords } from "#web/screens/rules/reach-words.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/fields/checkbox.tsx";
import { Input } from "#web/ui/fields/input.tsx";
import { Segments } from "#web/ui/segments.tsx";

const REACHES = [
  { value: "all", label: "Everywhere" },
  { value: "chosen", label: "Selected fields" },
] as const;

interface Places {
  isEverywhere: boolean;
  chosen: string[];
}

interface PlacesFieldProps {
  value: Places;
  /** Names of extra columns and answers in leads. */
  factNames: readonly string[];
  /** The team's custom fields; undefined until loaded. */
  custom: readonly LeadFieldDefinition[] | undefined;
  error: string | undefined;
  onChange: (value: Places) => void;
}

/** Where a rule searches: everywhere, or in selected fields and columns. */
export function PlacesField({ value, factNames, custom, error, onChange }: PlacesFieldProps) {
  const errorId = useId();
  const { isEverywhere, chosen } = value;
  const searched = (custom ?? []).filter(({ kind }) => SEARCHED_KINDS.has(kind)).map(({ key }) => ruleFieldOf(key));
  const named = factNames.map((name) => `fact:${name}`);
  const options = [...new Set([...RULE_FIELDS, ...searched, ...named, ...chosen])];
  const toggle = (field: string): void =>
    onChange({
      isEverywhere,
      chosen: chosen.includes(field) ? chosen.filter((one) => one !== field) : [...chosen, field],
    });
  return (
    <div className="flex flex-col items-start gap-1.5">
      <p className="font-semibold">Search in</p>
      <Segments
        label="Search in"
        options={REACHES}
        value={isEverywhere ? "all" : "chosen"}
        onChange={(reach) => onChange({ ...value, isEverywhere: reach === "all" })}
      />
      {!isEverywhere && (
        <fieldset aria-describedby={error === undefined ? undefined : errorId} className="w-full">
          <legend className="sr-only">Fields to search</legend>
          <ul className="grid max-h-56 grid-cols-2 overflow-y-auto max-sm:grid-cols-1">
            {options.map((field) => (
              <li key={field} className="flex min-w-0 items-center">
                <Checkbox
                  aria-label={placeWords(field, custom)}
                  aria-invalid={error === undefined ? undefined : true}
                  checked={chosen.includes(field)}
                  onChange={() => toggle(field)}
                  className="-ml-2"
                />
                <span aria-hidden className="truncate" title={placeWords(field, custom)}>
                  {placeWords(field, custom)}
                </span>
              </li>
            ))}
          </ul>
          <OtherColumn onAdd={(name) => !chosen.includes(`fact:${name}`) && toggle(`fact:${name}`)} />
          {error !== undefined && (
            <p id={errorId} role="alert" className="mt-1 text-sm text-danger-ink">
              {error}
            </p>
          )}
        </fieldset>
      )}
    </div>
  );
}

/** Adds a column by name, even if no lead has it yet. */
function OtherColumn({ onAdd }: { onAdd: (name: string) => void }) {
  const [name, setName] = useState("");
  const add = (): void => {
    if (name.trim() === "") return;
    onAdd(name.trim());
    setName("");
  };
  return (
    <div className="mt-1 flex gap-2">
      <Input
        aria-label="Another column or answer"
        placeholder="Another column or answer"
        autoComplete="off"
        maxLength={LIMITS.lead.fieldLength - "fact:".length}
        value={name}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          // Enter would submit the form.
          event.preventDefault();
          add();
        }}
      />
      <Button onClick={add}>Add</Button>
    </div>
  );
}
