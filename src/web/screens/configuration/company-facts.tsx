import { type UseFormReturn, useWatch } from "react-hook-form";
import { LIMITS } from "#shared/limits.ts";
import type { Configuration, ConfigurationValues } from "#web/screens/configuration/configuration-fields.ts";
import { Card } from "#web/ui/card.tsx";
import { Field, ToggleField } from "#web/ui/fields/field.tsx";
import { Input } from "#web/ui/fields/input.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";

const { pages, perDay } = LIMITS.companySites;

export function CompanyFacts({ form }: { form: UseFormReturn<ConfigurationValues, unknown, Configuration> }) {
  const { register, control, formState } = form;
  const isOn = useWatch({ control, name: "companyFactsOn" });
  return (
    <Card title="Company facts">
      <div className="flex flex-col gap-3">
        <ToggleField
          label="Read companies' websites"
          hint={`Reads up to ${pages} pages of each company's website once, and fills empty fields.`}
        >
          {(props) => <Switch {...props} {...register("companyFactsOn")} />}
        </ToggleField>
        {isOn && (
          <div className="pl-12">
            <Field label="Companies per day" required error={formState.errors.companyFactsPerDay?.message}>
              {(props) => (
                <Input
                  {...props}
                  {...register("companyFactsPerDay")}
                  type="number"
                  inputMode="numeric"
                  min={perDay.min}
                  max={perDay.max}
                  className="max-w-32"
                />
              )}
            </Field>
          </div>
        )}
      </div>
    </Card>
  );
}
