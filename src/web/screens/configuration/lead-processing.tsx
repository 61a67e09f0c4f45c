import { type UseFormReturn, useWatch } from "react-hook-form";
import { LIMITS } from "#shared/limits.ts";
import { ChangedLeads } from "#web/actions/what-if/changed-leads.tsx";
import { useWhatIf } from "#web/actions/what-if/use-what-if.ts";
import { WhatIfSentence } from "#web/actions/what-if/what-if-panel.tsx";
import { useProgress } from "#web/api/connection/progress.ts";
import { fieldsOf } from "#web/forms/fields-of.ts";
import {
  type Configuration,
  ConfigurationFields,
  type ConfigurationValues,
} from "#web/screens/configuration/configuration-fields.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";
import { TextField } from "#web/ui/fields/fields.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";

const { qualificationThreshold: bounds } = LIMITS;

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
        min={bounds.min}
        max={bounds.max}
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

/** Previews another threshold. */
function ThresholdWhatIf({ threshold }: { threshold: number }) {
  const whatIf = useWhatIf({ threshold });
  const { result, isWorking, error, retry } = whatIf;
  return (
    <section aria-label="Effect of the new threshold" className="mt-2 max-w-xl rounded-md bg-canvas px-3 py-2.5">
      <WhatIfSentence whatIf={whatIf} />
      {error !== null && (
        <Button size="small" className="mt-2" onClick={retry}>
          Try again
        </Button>
      )}
      {result !== undefined && result.leads.length > 0 && error === null && (
        <div className={isWorking ? "mt-1 opacity-50" : "mt-1"}>
          <Disclosure title="Show leads">
            <div className="mt-2">
              <ChangedLeads result={result} />
            </div>
          </Disclosure>
        </div>
      )}
    </section>
  );
}
