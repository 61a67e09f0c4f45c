import type { UseFormReturn } from "react-hook-form";
import { Link } from "react-router";
import { LIMITS } from "#shared/limits.ts";
import { clockHours } from "#web/format/clock-hour.ts";
import { fieldsOf } from "#web/forms/fields-of.ts";
import { paths } from "#web/paths.ts";
import type { Configuration, ConfigurationValues } from "#web/screens/configuration/configuration-fields.ts";
import { Card } from "#web/ui/card.tsx";
import { NumberField, SelectField, SwitchField } from "#web/ui/fields/fields.tsx";

const { hour, kept } = LIMITS.backup;
const HOURS = clockHours(hour);

export function BackupSettings({ form }: { form: UseFormReturn<ConfigurationValues, unknown, Configuration> }) {
  const field = fieldsOf(form);
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
        <SwitchField label="Nightly backup" {...form.register("backupOn")} />
        <SelectField
          label="Hour"
          required
          hint="In the time zone set in Email Settings."
          {...field("backupHour")}
          options={HOURS}
          className="max-w-32"
        />
        <NumberField label="Backups to keep" required {...field("backupKept")} bounds={kept} className="max-w-32" />
      </div>
    </Card>
  );
}
