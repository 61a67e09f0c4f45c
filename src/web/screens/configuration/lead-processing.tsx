import type { ReactNode } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { LIMITS } from "#shared/limits.ts";
import { useProgress } from "#web/api/progress.ts";
import { formatCount } from "#web/format/number.ts";
import {
  type Configuration,
  ConfigurationFields,
  type ConfigurationValues,
} from "#web/screens/configuration/configuration-fields.ts";
import { ThresholdWhatIf } from "#web/screens/configuration/threshold-what-if.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field, ToggleField } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { Switch } from "#web/ui/switch.tsx";

const { qualificationThreshold: threshold, settings: limits } = LIMITS;

interface LeadProcessingProps {
  form: UseFormReturn<ConfigurationValues, unknown, Configuration>;
  /** The threshold in force. */
  saved: number;
}

export function LeadProcessing({ form, saved }: LeadProcessingProps) {
  const { register, control } = form;
  const { errors } = form.formState;
  const [typed, isLimited, isRemoving] = useWatch({
    control,
    name: ["qualificationThreshold", "maxLeadsPerSync.isOn", "retentionDays.isOn"],
  });
  const tried = ConfigurationFields.shape.qualificationThreshold.safeParse(typed);
  return (
    <Card title="Lead processing" description="What becomes of the leads that come in.">
      <div className="flex flex-col gap-6">
        <div>
          <Field
            label="Qualification threshold"
            required
            error={errors.qualificationThreshold?.message}
            hint={<ThresholdHint threshold={tried.data ?? saved} />}
          >
            {(props) => (
              <Input
                {...props}
                {...register("qualificationThreshold")}
                type="number"
                inputMode="numeric"
                min={threshold.min}
                max={threshold.max}
                className="max-w-32"
              />
            )}
          </Field>
          {tried.success && tried.data !== saved && <ThresholdWhatIf threshold={tried.data} />}
        </div>
        <div className="flex flex-col gap-3">
          <ToggleField
            label="Limit leads per sync"
            hint="What a sync leaves over is read by the next one, which follows at once while auto-sync is on."
          >
            {(props) => <Switch {...props} {...register("maxLeadsPerSync.isOn")} />}
          </ToggleField>
          {isLimited && (
            <Dependent>
              <Field
                label="Max leads per sync"
                required
                error={errors.maxLeadsPerSync?.typed?.message}
                hint={`1 to ${formatCount(limits.maxLeadsPerSync.max)} of each source: new or changed rows of a sheet, new leads of a mailbox.`}
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
            hint={`Leads that nothing has happened to for so long are removed for good, approved ones never. A notification tells of it ${limits.retentionNoticeDays} days before.`}
          >
            {(props) => <Switch {...props} {...register("retentionDays.isOn")} />}
          </ToggleField>
          {isRemoving && (
            <Dependent>
              <Field
                label="Data retention"
                required
                error={errors.retentionDays?.typed?.message}
                hint={`Days, 1 to ${formatCount(limits.retentionDays.max)}.`}
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

/** A field that a switch brings up, under the switch's label. */
function Dependent({ children }: { children: ReactNode }) {
  return <div className="pl-12">{children}</div>;
}

/** Both readings of the threshold, by what is typed where that is one; and how far leads are decided afresh. */
function ThresholdHint({ threshold: value }: { threshold: number }) {
  const progress = useProgress("rescore");
  return (
    <div className="flex max-w-xl flex-col gap-2 text-pretty">
      <p>
        Leads with a score of {value} or more are automatically qualified: {value} itself is enough
        {value < threshold.max && `, and so is any score above ${value}`}.
        {value > threshold.min && ` A lead with ${value - 1} stays pending.`} When the threshold changes, every lead is
        decided afresh, except where a person set the status.
      </p>
      {progress && <ProgressBar label={progress.label} done={progress.done} total={progress.total} />}
    </div>
  );
}
