import type { ReactNode } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { LIMITS } from "#shared/limits.ts";
import { useProgress } from "#web/api/connection/progress.ts";
import { formatCount } from "#web/format/number.ts";
import {
  type Configuration,
  ConfigurationFields,
  type ConfigurationValues,
} from "#web/screens/configuration/configuration-fields.ts";
import { ThresholdWhatIf } from "#web/screens/configuration/threshold-what-if.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field, ToggleField } from "#web/ui/fields/field.tsx";
import { Input } from "#web/ui/fields/input.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";

const { qualificationThreshold: threshold, settings: limits } = LIMITS;

interface LeadProcessingProps {
  form: UseFormReturn<ConfigurationValues, unknown, Configuration>;
  /** The current threshold. */
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
    <Card title="Lead processing">
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
          <ToggleField label="Limit leads per sync" hint="The next sync picks up where the last one stopped.">
            {(props) => <Switch {...props} {...register("maxLeadsPerSync.isOn")} />}
          </ToggleField>
          {isLimited && (
            <Dependent>
              <Field
                label="Max leads per sync"
                required
                error={errors.maxLeadsPerSync?.typed?.message}
                hint={`1 to ${formatCount(limits.maxLeadsPerSync.max)} per source.`}
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
            hint={`Deletes inactive leads for good, except approved ones, with ${limits.retentionNoticeDays} days' notice.`}
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

/** A field revealed by a switch, below its label. */
function Dependent({ children }: { children: ReactNode }) {
  return <div className="pl-12">{children}</div>;
}

/** What the threshold does, based on the typed value if valid, and the progress of applying a new one. */
function ThresholdHint({ threshold: value }: { threshold: number }) {
  const progress = useProgress("rescore");
  return (
    <div className="flex max-w-xl flex-col gap-2 text-pretty">
      <p>Leads with a score of {value} or more are automatically qualified. Statuses set by a person don't change.</p>
      {progress && <ProgressBar label={progress.label} done={progress.done} total={progress.total} />}
    </div>
  );
}
