import type { FieldKind } from "#shared/contract/leads/field-value.ts";
import type { LeadFieldDefinition } from "#shared/contract/leads/lead-field.ts";
import { ruleFieldOf } from "#shared/contract/leads/rule-condition.ts";
import { LIMITS } from "#shared/limits.ts";
import {
  CONDITION_TESTS,
  conditionLines,
  placeOptions,
  testsOf,
  typedCondition,
  type TypedCondition,
} from "#web/forms/conditions/condition-text.ts";
import { CheckboxField } from "#web/ui/fields/checkbox-field.tsx";
import { SelectField, TextareaField } from "#web/ui/fields/fields.tsx";
import { Input } from "#web/ui/fields/input.tsx";

interface ConditionFieldsProps {
  /** Undefined until loaded. */
  fields: readonly LeadFieldDefinition[] | undefined;
  /** Where the rule looks: `field:KEY`. */
  place: string;
  /** The conditions, one per line. */
  text: string;
  errors: { place: string | undefined; text: string | undefined };
  onChange: (place: string, text: string) => void;
}

/** The condition of a rule: a custom field and what its value must be. */
export function ConditionFields({ fields, place, text, errors, onChange }: ConditionFieldsProps) {
  const field = fields?.find(({ key }) => ruleFieldOf(key) === place);
  const choose = (next: string): void => {
    const kind = fields?.find(({ key }) => ruleFieldOf(key) === next)?.kind;
    onChange(next, kind === undefined ? "" : conditionLines({ test: testsOf(kind)[0] ?? "empty", values: [] }));
  };
  return (
    <>
      <SelectField
        label="Custom field"
        required
        error={errors.place}
        options={placeOptions(place, fields)}
        value={place}
        onChange={({ target }) => choose(target.value)}
      />
      {field !== undefined && (
        <Condition field={field} text={text} error={errors.text} onChange={(next) => onChange(place, next)} />
      )}
    </>
  );
}

interface ConditionProps {
  field: LeadFieldDefinition;
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

function Condition({ field, text, error, onChange }: ConditionProps) {
  const { kind, options } = field;
  const typed = typedCondition(text, kind);
  if (typed === null) {
    return (
      <TextareaField
        label="Conditions"
        required
        error={error}
        hint="One per line."
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  }
  const { test, values } = typed;
  const put = (next: TypedCondition): void => onChange(conditionLines(next));
  const known = kind === "yesNo" ? ["Yes", "No"] : options;
  const offered = [...known, ...values.filter((value) => !known.includes(value))];
  return (
    <>
      <SelectField
        label="Condition"
        required
        error={values.length === 0 || test === "is" ? undefined : error}
        options={testsOf(kind).map((value) => ({ value, label: CONDITION_TESTS[value] }))}
        value={test}
        onChange={({ target }) =>
          put({ test: testsOf(kind).find((one) => one === target.value) ?? "empty", values: [] })
        }
      />
      {test === "is" && (
        <CheckboxField
          label="Options"
          options={offered.map((value) => ({ value, label: value }))}
          value={values}
          error={error}
          onChange={(chosen) => put({ test, values: chosen })}
        />
      )}
      {test !== "is" && test !== "empty" && test !== "filled in" && (
        <div className="flex items-center gap-2">
          <Limit
            kind={kind}
            label={test === "between" ? "From" : "Value"}
            value={values[0] ?? ""}
            onType={(value) => put({ test, values: [value, values[1] ?? ""] })}
          />
          {test === "between" && (
            <>
              <span className="text-muted">to</span>
              <Limit
                kind={kind}
                label="To"
                value={values[1] ?? ""}
                onType={(value) => put({ test, values: [values[0] ?? "", value] })}
              />
            </>
          )}
        </div>
      )}
    </>
  );
}

interface LimitProps {
  kind: FieldKind;
  label: string;
  value: string;
  onType: (value: string) => void;
}

function Limit({ kind, label, value, onType }: LimitProps) {
  return (
    <Input
      aria-label={label}
      type={kind === "date" ? "date" : "text"}
      inputMode={kind === "date" ? undefined : "decimal"}
      autoComplete="off"
      maxLength={Math.floor(LIMITS.rule.keywordLength / 3)}
      className="max-w-44 tabular-nums"
      value={value}
      onChange={({ target }) => onType(target.value)}
    />
  );
}
