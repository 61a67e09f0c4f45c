import type { ReactNode } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { LIMITS } from "#shared/limits.ts";
import type { Configuration, ConfigurationValues } from "#web/screens/configuration/configuration-fields.ts";
import { Card } from "#web/ui/card.tsx";
import { Field, ToggleField } from "#web/ui/fields/field.tsx";
import { Input } from "#web/ui/fields/input.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";

const { settings: limits } = LIMITS;

/** How many leads a sync reads, and how long inactive leads are stored. */
export function LeadLimits({ form }: { form: UseFormReturn<ConfigurationValues, unknown, Configuration> }) {
  const { register, control } = form;
  const { errors } = form.formState;
  const [isLimited, isRemoving] = useWatch({ control, name: ["maxLeadsPerSync.isOn", "retentionDays.isOn"] });
  return (
    <Card title="Lead limits">
      <div className="flex flex-col gap-6">
        <div className="flex flex-col gap-3">
          <ToggleField label="Limit leads per sync">
            {(props) => <Switch {...props} {...register("maxLeadsPerSync.isOn")} />}
          </ToggleField>
          {isLimited && (
            <Dependent>
              <Field
                label="Max leads per sync"
                required
                error={errors.maxLeadsPerSync?.typed?.message}
                hint="Per source. The next sync continues where this one stops."
              >
                {(props) => (
                  <Input
                    {...props}
                    {...register("maxLeadsPerSync.typed")}
                    type="number"
                    inputMode="numeric"
                    min={limits.maxLeadsPerSync.min}
                    max={limits.maxLeadsPerSync.max}
                    className="max-w-32"
                  />
                )}
              </Field>
            </Dependent>
          )}
        </div>
        <div className="flex flex-col gap-3">
          <ToggleField
            label="Remove old leads"
            hint={`For good, except approved ones, with ${limits.retentionNoticeDays} days' notice.`}
          >
            {(props) => <Switch {...props} {...register("retentionDays.isOn")} />}
          </ToggleField>
          {isRemoving && (
            <Dependent>
              <Field
                label="Data retention"
                required
                error={errors.retentionDays?.typed?.message}
                hint="Days without activity."
              >
                {(props) => (
                  <Input
                    {...props}
                    {...register("retentionDays.typed")}
                    type="number"
                    inputMode="numeric"
                    min={limits.retentionDays.min}
                    max={limits.retentionDays.max}
                    className="max-w-32"
                  />
                )}
              </Field>
            </Dependent>
          )}
        </div>
      </div>
    </Card>
  );
}

/** A field revealed by a switch, below its label. */
function Dependent({ children }: { children: ReactNode }) {
  return <div className="pl-12">{children}</div>;
}
