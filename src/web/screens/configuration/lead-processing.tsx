import { type UseFormReturn, useWatch } from "react-hook-form";
import { LIMITS } from "#shared/limits.ts";
import { useProgress } from "#web/api/connection/progress.ts";
import { fieldsOf } from "#web/forms/fields-of.ts";
import {
  type Configuration,
  ConfigurationFields,
  type ConfigurationValues,
} from "#web/screens/configuration/configuration-fields.ts";
import { ThresholdWhatIf } from "#web/screens/configuration/threshold-what-if.tsx";
import { Card } from "#web/ui/card.tsx";
import { TextField } from "#web/ui/fields/fields.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";

const { qualificationThreshold: threshold } = LIMITS;

interface LeadProcessingProps {
  form: UseFormReturn<ConfigurationValues, unknown, Configuration>;
  /** The current threshold. */
  saved: number;
}

export function LeadProcessing({ form, saved }: LeadProcessingProps) {
  const { control } = form;
  const field = fieldsOf(form);
  const typed = useWatch({ control, name: "qualificationThreshold" });
  const tried = ConfigurationFields.shape.qualificationThreshold.safeParse(typed);
  return (
    <Card title="Lead processing">
      <TextField
        label="Qualification threshold"
        required
        hint={<ThresholdHint threshold={tried.data ?? saved} />}
        {...field("qualificationThreshold")}
        type="number"
        inputMode="numeric"
        min={threshold.min}
        max={threshold.max}
        className="max-w-32"
      />
      {tried.success && tried.data !== saved && <ThresholdWhatIf threshold={tried.data} />}
    </Card>
  );
}

/** What the threshold does, based on the typed value if valid, and the progress of applying a new one. */
function ThresholdHint({ threshold: value }: { threshold: number }) {
  const progress = useProgress("rescore");
  return (
    <div className="flex max-w-xl flex-col gap-2 text-pretty">
      <p>Leads with a score of {value} or more are automatically qualified. Statuses set manually don't change.</p>
      {progress && <ProgressBar label={progress.label} done={progress.done} total={progress.total} />}
    </div>
  );
}
