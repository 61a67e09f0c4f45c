import type { UseFormReturn } from "react-hook-form";
import { Link } from "react-router";
import { LIMITS } from "#shared/limits.ts";
import { clockHours } from "#web/format/clock-hour.ts";
import { paths } from "#web/paths.ts";
import type { Configuration, ConfigurationValues } from "#web/screens/configuration/configuration-fields.ts";
import { Card } from "#web/ui/card.tsx";
import { Field, ToggleField } from "#web/ui/fields/field.tsx";
import { Input } from "#web/ui/fields/input.tsx";
import { Select } from "#web/ui/fields/select.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";

const { hour, kept } = LIMITS.backup;
const HOURS = clockHours(hour);

export function BackupSettings({ form }: { form: UseFormReturn<ConfigurationValues, unknown, Configuration> }) {
  const { register, formState } = form;
  return (
    <Card
      title="Backup"
      description={
        <>
          Verified by a test restore. See{" "}
          <Link to={paths.jobs("backups")} className="text-link underline underline-offset-2">
            Schedules & Jobs
          </Link>
          .
        </>
      }
    >
      <div className="flex flex-col gap-6">
        <ToggleField label="Nightly backup">{(props) => <Switch {...props} {...register("backupOn")} />}</ToggleField>
        <Field
          label="Hour"
          required
          error={formState.errors.backupHour?.message}
          hint="In the time zone set in Email Settings."
        >
          {(props) => <Select {...props} {...register("backupHour")} options={HOURS} className="max-w-32" />}
        </Field>
        <Field label="Backups to keep" required error={formState.errors.backupKept?.message}>
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
