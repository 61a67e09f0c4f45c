import { useMutation, useQuery } from "@tanstack/react-query";
import type { Settings } from "#shared/contract/settings.ts";
import { LIMITS } from "#shared/limits.ts";
import { LockedForm } from "#web/acts/locked-form.tsx";
import { useUndo } from "#web/acts/use-undo.ts";
import { detailOf } from "#web/api/api-error.ts";
import { formHookQuery } from "#web/api/forms.ts";
import { settingsQuery, updateSettings } from "#web/api/settings.ts";
import { useMay } from "#web/api/use-may.ts";
import { clockHours } from "#web/format/clock-hour.ts";
import { Card } from "#web/ui/card.tsx";
import { ErrorPanel } from "#web/ui/error-panel.tsx";
import { Field } from "#web/ui/field.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Select } from "#web/ui/select.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/toast-store.ts";

type ReportClock = Pick<Settings, "reportTimeZone" | "reportHour">;

const HOURS = clockHours(LIMITS.report.hour);
const SERVER = { value: "", label: "The server's time zone" };

/** By whose clock reports leave, and whether they have links. Each choice is saved at once. */
export function ReportClockCard() {
  const { data: settings, error, isFetching, refetch } = useQuery(settingsQuery);
  // Only an owner can do something about what it tells.
  const mayManage = useMay("manage");
  const { data: hook } = useQuery({ ...formHookQuery, enabled: mayManage });
  return (
    <Card title="Reports" description="When they leave, and what can be done in them.">
      {settings === undefined ? (
        error === null ? (
          <ClockSkeleton />
        ) : (
          <ErrorPanel
            title="The times could not be loaded"
            detail={detailOf(error)}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
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
  const { mutateAsync, isPending } = useMutation(updateSettings);
  const undoAction = useUndo();
  const save = async (change: Partial<ReportClock>): Promise<void> => {
    try {
      const { actId } = await mutateAsync(change);
      toast.success("Report times saved", undoAction(actId));
    } catch (error) {
      toast.error("Failed to save the report times", detailOf(error));
    }
  };
  return (
    <div className="grid gap-5 sm:max-xl:grid-cols-[minmax(0,1fr)_9rem]">
      <Field label="Time zone" required hint="Days begin and end by its clock, also when that changes.">
        {(control) => (
          <Select
            {...control}
            disabled={isPending}
            options={zonesWith(settings.reportTimeZone)}
            value={settings.reportTimeZone ?? SERVER.value}
            onChange={({ target }) =>
              void save({ reportTimeZone: target.value === SERVER.value ? null : target.value })
            }
          />
        )}
      </Field>
      <Field label="Hour" required>
        {(control) => (
          <Select
            {...control}
            disabled={isPending}
            options={HOURS}
            value={String(settings.reportHour)}
            onChange={({ target }) => void save({ reportHour: Number(target.value) })}
          />
        )}
      </Field>
    </div>
  );
}

/** The zones that the browser knows; one that was saved elsewhere may have another name. */
function zonesWith(saved: string | null): { value: string; label: string }[] {
  const zones = new Set([...(saved === null ? [] : [saved]), "UTC", ...Intl.supportedValuesOf("timeZone")]);
  return [SERVER, ...[...zones].toSorted().map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))];
}

function LinkNotice({ hasLinks }: { hasLinks: boolean }) {
  return (
    <div className="pt-5">
      {hasLinks ? (
        <p className="text-sm text-muted">
          Each lead that waits has links to approve and reject it. A link asks once more, works once and ends after{" "}
          {LIMITS.report.linkDays} days.
        </p>
      ) : (
        <Notice title="Without links to approve and reject">
          <p>
            The server does not know under which address its readers reach it. Start it with WINNOW_PUBLIC_URL set to
            that address, and the next report has them.
          </p>
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
