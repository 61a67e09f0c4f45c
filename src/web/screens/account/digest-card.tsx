import { useMutation, useQuery } from "@tanstack/react-query";
import type { Digest, DigestUpdate } from "#shared/contract/digest.ts";
import { LIMITS } from "#shared/limits.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { useUndo } from "#web/actions/use-undo.ts";
import { detailOf } from "#web/api/connection/api-error.ts";
import { changeDigest, digestQuery } from "#web/api/digest.ts";
import { clockHours } from "#web/format/clock-hour.ts";
import { zoneOptions } from "#web/format/time-zones.ts";
import { Card } from "#web/ui/card.tsx";
import { Field, ToggleField } from "#web/ui/fields/field.tsx";
import { Select } from "#web/ui/fields/select.tsx";
import { Switch } from "#web/ui/fields/switch.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";
import { toast } from "#web/ui/overlays/toast-store.ts";

const HOURS = clockHours(LIMITS.digest.hour);

/** The user's daily email and emails about mentions. Saved immediately. */
export function DigestCard() {
  const query = useQuery(digestQuery);
  const { data: digest, error } = query;
  return (
    <Card
      title="Emails to you"
      description="Your new, due, overdue and changed leads once a day, and comments that mention you."
    >
      {digest !== undefined ? (
        <DigestFields digest={digest} />
      ) : error === null ? (
        <>
          <LoadingNote what="your email settings" />
          <Skeleton className="h-11 w-72 max-w-full" />
        </>
      ) : (
        <QueryFailed what="your email settings" query={query} />
      )}
    </Card>
  );
}

function DigestFields({ digest: { isOn, hour, timeZone, mentions, address, blocker } }: { digest: Digest }) {
  const { mutateAsync, isPending } = useMutation(changeDigest);
  const undoAction = useUndo();
  const save = async (change: DigestUpdate): Promise<void> => {
    try {
      const { actId } = await mutateAsync(change);
      toast.success("Email settings saved", undoAction(actId));
    } catch (error) {
      toast.error("Failed to save your email settings", detailOf(error));
    }
  };
  const isLocked = isPending || blocker !== null;
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      <ToggleField
        label="Email me a digest"
        hint={blocker ?? `Sent to ${address ?? ""} on days with something to report.`}
      >
        {(control) => (
          <Switch
            {...control}
            checked={isOn && blocker === null}
            disabled={isLocked}
            onChange={({ target }) => void save({ isOn: target.checked })}
          />
        )}
      </ToggleField>
      {isOn && blocker === null && (
        <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_9rem]">
          <Field label="Time zone" required>
            {(control) => (
              <Select
                {...control}
                disabled={isLocked}
                options={zoneOptions(timeZone)}
                value={timeZone}
                onChange={({ target }) => void save({ timeZone: target.value })}
              />
            )}
          </Field>
          <Field label="Hour" required>
            {(control) => (
              <Select
                {...control}
                disabled={isLocked}
                options={HOURS}
                value={String(hour)}
                onChange={({ target }) => void save({ hour: Number(target.value) })}
              />
            )}
          </Field>
        </div>
      )}
      <ToggleField label="Email me when a comment mentions me" hint="A minute after the comment.">
        {(control) => (
          <Switch
            {...control}
            checked={mentions && blocker === null}
            disabled={isLocked}
            onChange={({ target }) => void save({ mentions: target.checked })}
          />
        )}
      </ToggleField>
    </div>
  );
}
