import { useQuery } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import { LIMITS } from "#shared/limits.ts";
import { SyncAction } from "#web/actions/sync-action.tsx";
import { dataSourcesQuery } from "#web/api/data-sources.ts";
import { settingsQuery } from "#web/api/settings.ts";
import { formatCount, formatCounted } from "#web/format/number.ts";
import { fieldsOf } from "#web/forms/fields-of.ts";
import type { Configuration, ConfigurationValues } from "#web/screens/configuration/configuration-fields.ts";
import { Card } from "#web/ui/card.tsx";
import { SelectField, SwitchField } from "#web/ui/fields/fields.tsx";

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

const manualSyncCompleted = (processed: number): string =>
  `Manual sync completed - processed ${formatCount(processed)} leads`;

export function SyncSettings({ form }: { form: UseFormReturn<ConfigurationValues, unknown, Configuration> }) {
  const field = fieldsOf(form);
  return (
    <Card title="Sync">
      <div className="flex flex-col gap-6">
        <SwitchField label="Auto-sync" {...form.register("autoSync")} />
        <SelectField
          label="Sync interval"
          required
          hint="For data sources."
          {...field("syncIntervalMinutes")}
          options={OPTIONS}
          className="max-w-60"
        />
        <div className="max-w-sm">
          <SyncAction label="Sync now" variant="secondary" succeeded={manualSyncCompleted} />
          <Waiting />
        </div>
      </div>
    </Card>
  );
}

/** What the lead limit left for the next sync; hidden if nothing. */
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
      {formatCounted(waiting, "more row is", "more rows are")} waiting.{" "}
      {settings?.autoSync === false ? "Sync again to continue." : "The next sync starts within a minute."}
    </p>
  );
}
