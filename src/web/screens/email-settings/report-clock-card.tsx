import { useQuery } from "@tanstack/react-query";
import type { Settings } from "#shared/contract/settings.ts";
import { LIMITS } from "#shared/limits.ts";
import { LockedForm } from "#web/actions/locked-form.tsx";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { useAction } from "#web/actions/use-action.ts";
import { formHookQuery } from "#web/api/forms.ts";
import { settingsQuery, updateSettings } from "#web/api/settings.ts";
import { useMay } from "#web/api/use-may.ts";
import { clockHours } from "#web/format/clock-hour.ts";
import { zoneOptions } from "#web/format/time-zones.ts";
import { Card } from "#web/ui/card.tsx";
import { SelectField } from "#web/ui/fields/fields.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

type ReportClock = Pick<Settings, "reportTimeZone" | "reportHour">;

const HOURS = clockHours(LIMITS.report.hour);
const SERVER = { value: "", label: "Server time zone" };

/** The reports' time zone and whether they contain links. Saved immediately. */
export function ReportClockCard() {
  const query = useQuery(settingsQuery);
  const { data: settings, error } = query;
  // Only owners can act on it.
  const mayManage = useMay("manage");
  const { data: hook, isLoading } = useQuery({ ...formHookQuery, enabled: mayManage });
  return (
    <Card unsized title="Reports" description="When reports are sent.">
      {settings === undefined || isLoading ? (
        error === null ? (
          <ClockSkeleton />
        ) : (
          <QueryFailed what="report times" query={query} />
        )
      ) : (
        <LockedForm permission="manage">
          <ClockFields settings={settings} />
        </LockedForm>
      )}
      {hook !== undefined && <LinkNotice hasLinks={hook.origin !== null} />}
    </Card>
  );
}

function ClockFields({ settings }: { settings: ReportClock }) {
  const { run, isPending } = useAction(updateSettings);
  const save = (body: Partial<ReportClock>): Promise<boolean> =>
    run({ body }, { done: "Report times saved", failed: "Failed to save report times" });
  return (
    <div className="grid gap-5 sm:max-xl:grid-cols-[minmax(0,1fr)_9rem]">
      <SelectField
        label="Time zone"
        required
        disabled={isPending}
        options={[SERVER, ...zoneOptions(settings.reportTimeZone)]}
        value={settings.reportTimeZone ?? SERVER.value}
        onChange={({ target }) => void save({ reportTimeZone: target.value === SERVER.value ? null : target.value })}
      />
      <SelectField
        label="Hour"
        required
        disabled={isPending}
        options={HOURS}
        value={String(settings.reportHour)}
        onChange={({ target }) => void save({ reportHour: Number(target.value) })}
      />
    </div>
  );
}

function LinkNotice({ hasLinks }: { hasLinks: boolean }) {
  return (
    <div className="pt-5">
      {hasLinks ? (
        <p className="text-sm text-muted">
          Reports include approve and reject links. Each works once and expires after {LIMITS.report.linkDays} days.
        </p>
      ) : (
        <Notice title="No approve and reject links">
          <p>To include links in reports, ask your administrator to set WINNOW_PUBLIC_URL.</p>
        </Notice>
      )}
    </div>
  );
}

function ClockSkeleton() {
  return (
    <div className="grid gap-5 sm:max-xl:grid-cols-[minmax(0,1fr)_9rem]">
      <LoadingNote what="the report times" />
      {[0, 1].map((field) => (
        <div key={field} className="flex flex-col gap-1.5">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-9 w-full touch:h-11" />
        </div>
      ))}
    </div>
  );
}
