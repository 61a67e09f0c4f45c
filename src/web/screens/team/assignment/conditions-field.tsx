import { Plus, X } from "lucide-react";
import { type Control, useController, useFormState } from "react-hook-form";
import type { LeadFieldDefinition } from "#shared/contract/leads/lead-field.ts";
import { LIMITS } from "#shared/limits.ts";
import { ConditionFields } from "#web/forms/conditions/condition-fields.tsx";
import type { RuleValues } from "#web/screens/team/assignment/rule-values.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";

interface ConditionsFieldProps {
  control: Control<RuleValues>;
  /** Undefined until loaded. */
  fields: readonly LeadFieldDefinition[] | undefined;
}

/** The conditions on custom fields, all of which a lead must meet. */
export function ConditionsField({ control, fields }: ConditionsFieldProps) {
  const { field: all } = useController({ control, name: "conditions" });
  const { errors } = useFormState({ control });
  const areOffered = fields !== undefined && fields.length > 0;
  if (!areOffered && all.value.length === 0) return null;
  const put = (at: number, ...replacement: RuleValues["conditions"]): void =>
    all.onChange(all.value.toSpliced(at, 1, ...replacement));
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="pb-2 font-semibold">Custom fields</legend>
      {all.value.map(({ place, text }, at) => (
        <div key={at} className="flex items-start gap-2 rounded-md border border-line p-3">
          <div className="grid min-w-0 flex-1 gap-4 sm:grid-cols-2">
            <ConditionFields
              fields={fields}
              place={place}
              text={text}
              errors={{
                place: errors.conditions?.[at]?.place?.message,
                text: errors.conditions?.[at]?.text?.message,
              }}
              onChange={(nextPlace, nextText) => put(at, { place: nextPlace, text: nextText })}
            />
          </div>
          <IconButton label={`Remove condition ${at + 1}`} icon={<X aria-hidden />} onClick={() => put(at)} />
        </div>
      ))}
      {all.value.length < LIMITS.assignment.conditions && areOffered && (
        <Button
          className="self-start"
          icon={<Plus aria-hidden />}
          onClick={() => all.onChange([...all.value, { place: "", text: "" }])}
        >
          Add condition
        </Button>
      )}
    </fieldset>
  );
}
