import { useQuery } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import { LIMITS } from "#shared/limits.ts";
import { SyncAction } from "#web/acts/sync-action.tsx";
import { dataSourcesQuery } from "#web/api/data-sources.ts";
import { settingsQuery } from "#web/api/settings.ts";
import { formatCount } from "#web/format/number.ts";
import type { Configuration, ConfigurationValues } from "#web/screens/configuration/configuration-fields.ts";
import { Card } from "#web/ui/card.tsx";
import { Field, ToggleField } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Switch } from "#web/ui/switch.tsx";

const INTERVALS: Record<(typeof LIMITS.settings.syncIntervalMinutes.options)[number], string> = {
  15: "Every 15 minutes",
  30: "Every 30 minutes",
  60: "Every hour",
  240: "Every 4 hours",
  1440: "Once a day",
};
const OPTIONS = LIMITS.settings.syncIntervalMinutes.options.map((minutes) => ({
  value: String(minutes),
  label: INTERVALS[minutes],
}));

const manualSyncCompleted = (processed: number): string => `Manual sync completed - processed ${processed} leads`;

export function SyncSettings({ form }: { form: UseFormReturn<ConfigurationValues, unknown, Configuration> }) {
  const { register, formState } = form;
  return (
    <Card title="Sync" description="When the data sources are read.">
      <div className="flex flex-col gap-6">
        <ToggleField label="Auto-sync" hint="While it is off, a data source is read only when somebody syncs.">
          {(props) => <Switch {...props} {...register("autoSync")} />}
        </ToggleField>
        <Field
          label="Sync interval"
          required
          error={formState.errors.syncIntervalMinutes?.message}
          hint="The mailbox of Gmail Integration and each scrape target have an interval of their own."
        >
          {(props) => <Select {...props} {...register("syncIntervalMinutes")} options={OPTIONS} className="max-w-60" />}
        </Field>
        <div className="max-w-sm">
          <SyncAction label="Manual Sync" variant="secondary" succeeded={manualSyncCompleted} />
          <Waiting />
        </div>
      </div>
    </Card>
  );
}

/** What the limit of leads per sync left over; nothing while nothing waits. */
function Waiting() {
  const { data: sources = [] } = useQuery(dataSourcesQuery);
  const { data: settings } = useQuery(settingsQuery);
  const waiting = sources.reduce(
    (sum, { isActive, lastRun }) => sum + (isActive && lastRun?.outcome === "succeeded" ? (lastRun.waiting ?? 0) : 0),
    0,
  );
  if (waiting === 0) return null;
  return (
    <p role="status" className="mt-1 text-sm text-muted">
      {formatCount(waiting)} more {waiting === 1 ? "row waits" : "rows wait"}.{" "}
      {settings?.autoSync === false ? "Sync again to go on." : "The next sync follows within a minute."}
    </p>
  );
}
