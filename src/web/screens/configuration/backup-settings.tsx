import type { UseFormReturn } from "react-hook-form";
import { Link } from "react-router";
import { LIMITS } from "#shared/limits.ts";
import { clockHours } from "#web/format/clock-hour.ts";
import { paths } from "#web/paths.ts";
import type { Configuration, ConfigurationValues } from "#web/screens/configuration/configuration-fields.ts";
import { Card } from "#web/ui/card.tsx";
import { Field, ToggleField } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Switch } from "#web/ui/switch.tsx";

const { hour, kept } = LIMITS.backup;
const HOURS = clockHours(hour);

/** When everything is copied, and how many copies stay. */
export function BackupSettings({ form }: { form: UseFormReturn<ConfigurationValues, unknown, Configuration> }) {
  const { register, formState } = form;
  return (
    <Card
      title="Backup"
      description={
        <>
          A copy of everything on the server, each night, restored on trial before it counts.{" "}
          <Link to={paths.jobs()} className="text-link underline underline-offset-2">
            Schedules & Jobs
          </Link>{" "}
          shows how it went.
        </>
      }
    >
      <div className="flex flex-col gap-6">
        <ToggleField label="Nightly backup" hint="While it is off, there is a backup only when somebody runs one.">
          {(props) => <Switch {...props} {...register("backupOn")} />}
        </ToggleField>
        <Field
          label="Hour"
          required
          error={formState.errors.backupHour?.message}
          hint="By the clock of the reports, which Email Settings names."
        >
          {(props) => <Select {...props} {...register("backupHour")} options={HOURS} className="max-w-32" />}
        </Field>
        <Field
          label="Backups kept"
          required
          error={formState.errors.backupKept?.message}
          hint={`${kept.min} to ${kept.max}; older ones are deleted once a new one is verified.`}
        >
          {(props) => (
            <Input
              {...props}
              {...register("backupKept")}
              type="number"
              inputMode="numeric"
              min={kept.min}
              max={kept.max}
              className="max-w-32"
            />
          )}
        </Field>
      </div>
    </Card>
  );
}
