import { type UseFormReturn, useWatch } from "react-hook-form";
import { LIMITS } from "#shared/limits.ts";
import { fieldsOf } from "#web/forms/fields-of.ts";
import type { Configuration, ConfigurationValues } from "#web/screens/configuration/configuration-fields.ts";
import { Card } from "#web/ui/card.tsx";
import { SwitchField, TextField } from "#web/ui/fields/fields.tsx";

const { pages, perDay } = LIMITS.companySites;

export function CompanyFacts({ form }: { form: UseFormReturn<ConfigurationValues, unknown, Configuration> }) {
  const { control } = form;
  const field = fieldsOf(form);
  const isOn = useWatch({ control, name: "companyFactsOn" });
  return (
    <Card title="Company facts">
      <div className="flex flex-col gap-3">
        <SwitchField
          label="Read companies' websites"
          hint={`Reads up to ${pages} pages of each company's website once, and fills empty fields.`}
          {...form.register("companyFactsOn")}
        />
        {isOn && (
          <div className="pl-12">
            <TextField
              label="Companies per day"
              required
              {...field("companyFactsPerDay")}
              type="number"
              inputMode="numeric"
              min={perDay.min}
              max={perDay.max}
              className="max-w-32"
            />
          </div>
        )}
      </div>
    </Card>
  );
}
