import { useState } from "react";
import {
  fieldConditionsOf,
  fieldConditionsText,
  type FieldCondition,
  type FieldTest,
} from "#shared/contract/leads/field-filter.ts";
import { type FieldKind, readFieldValue } from "#shared/contract/leads/field-value.ts";
import type { LeadFieldDefinition } from "#shared/contract/leads/lead-field.ts";
import { LIMITS } from "#shared/limits.ts";
import { TypedField } from "#web/screens/leads/filters/typed-field.tsx";
import type { LeadsView } from "#web/screens/leads/leads-view.ts";
import { CheckboxField } from "#web/ui/fields/checkbox-field.tsx";
import { DayField } from "#web/ui/fields/day-field.tsx";
import { LabeledSelect } from "#web/ui/fields/labeled.tsx";

/** What people choose first for a field; `range` is a minimum and a maximum. */
type Mode = "any" | "contains" | "is" | "range" | "yes" | "no" | "filled" | "empty";

const MODE_WORDS: Record<Mode, string> = {
  any: "Any",
  contains: "Contains",
  is: "Is",
  range: "Between",
  yes: "Yes",
  no: "No",
  filled: "Has a value",
  empty: "Empty",
};

const TEXT: readonly Mode[] = ["any", "contains", "is", "filled", "empty"];
const RANGE: readonly Mode[] = ["any", "range", "filled", "empty"];
const CHOICE: readonly Mode[] = ["any", "is", "filled", "empty"];
const MODES: Record<FieldKind, readonly Mode[]> = {
  text: TEXT,
  link: TEXT,
  number: RANGE,
  date: RANGE,
  choice: CHOICE,
  choices: CHOICE,
  yesNo: ["any", "yes", "no", "filled", "empty"],
};

interface FieldFiltersProps {
  fields: readonly LeadFieldDefinition[];
  view: LeadsView;
  change: (change: Partial<LeadsView>) => void;
}

/** Filters by custom fields: the active ones, and a choice of others. */
export function FieldFilters({ fields, view, change }: FieldFiltersProps) {
  const [opened, setOpened] = useState<readonly string[]>([]);
  if (fields.length === 0) return null;
  const conditions = fieldConditionsOf(view.fields) ?? [];
  const isShown = ({ key }: LeadFieldDefinition): boolean =>
    opened.includes(key) || conditions.some((one) => one.key === key);
  const others = fields.filter((field) => !isShown(field));
  const put = (key: string, own: readonly FieldCondition[]): void => {
    const next = [...conditions.filter((one) => one.key !== key), ...own];
    const text = fieldConditionsText(next.slice(0, LIMITS.customField.conditions));
    if (text.length <= LIMITS.customField.conditionsLength) change({ fields: text });
  };
  return (
    <>
      {fields.filter(isShown).map((field) => (
        <FieldFilter
          key={field.key}
          field={field}
          conditions={conditions.filter(({ key }) => key === field.key)}
          onChange={(own) => put(field.key, own)}
        />
      ))}
      {others.length > 0 && (
        <LabeledSelect
          label="Custom field"
          options={[
            { value: "", label: "Choose a field" },
            ...others.map(({ key, name }) => ({ value: key, label: name })),
          ]}
          value=""
          onChange={({ target }) => setOpened([...opened, target.value])}
        />
      )}
    </>
  );
}

interface FieldFilterProps {
  field: LeadFieldDefinition;
  conditions: readonly FieldCondition[];
  onChange: (conditions: readonly FieldCondition[]) => void;
}

function FieldFilter({ field, conditions, onChange }: FieldFilterProps) {
  const { key, name, kind, options } = field;
  // Until there is a value to compare with, the choice is only here.
  const [chosen, setChosen] = useState<Mode>("any");
  const mode = conditions.length === 0 ? chosen : modeOf(conditions, kind);
  const choose = (next: Mode): void => {
    setChosen(next);
    if (next === "yes" || next === "no") onChange([{ key, test: "is", value: next }]);
    else onChange(next === "filled" || next === "empty" ? [{ key, test: next, value: "" }] : []);
  };
  const valueOf = (test: FieldTest): string => conditions.find((one) => one.test === test)?.value ?? "";
  const put = (test: FieldTest, value: string): void => {
    // The API would refuse anything else.
    if (value !== "" && test !== "contains" && "error" in readFieldValue(field, value)) return;
    const others = conditions.filter((one) => one.test !== test);
    onChange(value === "" ? others : [...others, { key, test, value }]);
  };
  return (
    <div className="flex flex-col gap-2">
      <LabeledSelect
        label={name}
        options={MODES[kind].map((value) => ({ value, label: MODE_WORDS[value] }))}
        value={mode}
        onChange={({ target }) => choose(MODES[kind].find((one) => one === target.value) ?? "any")}
      />
      {mode === "range" && (
        <div className="flex items-center gap-2">
          <Limit
            field={field}
            label={`Minimum of ${name}`}
            value={valueOf("min")}
            onCommit={(text) => put("min", text)}
          />
          <span className="text-muted">to</span>
          <Limit
            field={field}
            label={`Maximum of ${name}`}
            value={valueOf("max")}
            onCommit={(text) => put("max", text)}
          />
        </div>
      )}
      {mode === "is" && options.length > 0 && (
        <CheckboxField
          label={`Options of ${name}`}
          options={options.map((value) => ({ value, label: value }))}
          value={conditions.map(({ value }) => value)}
          error={undefined}
          onChange={(values) => onChange(values.map((value) => ({ key, test: "is", value })))}
        />
      )}
      {(mode === "contains" || (mode === "is" && options.length === 0)) && (
        <TypedField
          aria-label={`Text of ${name}`}
          dir="auto"
          autoComplete="off"
          maxLength={LIMITS.customField.optionLength}
          value={valueOf(mode)}
          onCommit={(text) => put(mode, text.trim())}
        />
      )}
    </div>
  );
}

interface LimitProps {
  field: LeadFieldDefinition;
  label: string;
  value: string;
  onCommit: (text: string) => void;
}

function Limit({ field: { kind }, label, value, onCommit }: LimitProps) {
  if (kind === "date") return <DayField aria-label={label} value={value} onCommit={onCommit} />;
  return (
    <TypedField
      aria-label={label}
      inputMode="decimal"
      autoComplete="off"
      className="tabular-nums"
      value={value}
      onCommit={(text) => onCommit(text.trim())}
    />
  );
}

function modeOf(conditions: readonly FieldCondition[], kind: FieldKind): Mode {
  const [{ test, value } = { test: "filled" as const, value: "" }] = conditions;
  if (kind === "yesNo" && test === "is") return value === "no" ? "no" : "yes";
  return test === "min" || test === "max" || kind === "number" || kind === "date" ? rangeOr(test) : test;
}

function rangeOr(test: FieldTest): Mode {
  return test === "filled" || test === "empty" ? test : "range";
}
