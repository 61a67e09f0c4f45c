import type { ReactNode } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { LIMITS } from "#shared/limits.ts";
import { fieldsOf } from "#web/forms/fields-of.ts";
import type { Configuration, ConfigurationValues } from "#web/screens/configuration/configuration-fields.ts";
import { Card } from "#web/ui/card.tsx";
import { NumberField, SwitchField } from "#web/ui/fields/fields.tsx";

const { settings: limits } = LIMITS;

/** How many leads a sync reads, and how long inactive leads are stored. */
export function LeadLimits({ form }: { form: UseFormReturn<ConfigurationValues, unknown, Configuration> }) {
  const { control } = form;
  const field = fieldsOf(form);
  const [isLimited, isRemoving] = useWatch({ control, name: ["maxLeadsPerSync.isOn", "retentionDays.isOn"] });
  return (
    <Card title="Lead limits">
      <div className="flex flex-col gap-6">
        <div className="flex flex-col gap-3">
          <SwitchField label="Limit leads per sync" {...form.register("maxLeadsPerSync.isOn")} />
          {isLimited && (
            <Dependent>
              <NumberField
                label="Max leads per sync"
                required
                hint="Per source. The next sync continues where this one stops."
                {...field("maxLeadsPerSync.typed")}
                bounds={limits.maxLeadsPerSync}
                className="max-w-32"
              />
            </Dependent>
          )}
        </div>
        <div className="flex flex-col gap-3">
          <SwitchField
            label="Remove old leads"
            hint={`For good, except approved ones, with ${limits.retentionNoticeDays} days' notice.`}
            {...form.register("retentionDays.isOn")}
          />
          {isRemoving && (
            <Dependent>
              <NumberField
                label="Data retention"
                required
                hint="Days without activity."
                {...field("retentionDays.typed")}
                bounds={limits.retentionDays}
                className="max-w-32"
              />
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
