import { useQuery } from "@tanstack/react-query";
import type { Digest, DigestUpdate } from "#shared/contract/digest.ts";
import { LIMITS } from "#shared/limits.ts";
import { QueryFailed } from "#web/actions/query-failed.tsx";
import { useAction } from "#web/actions/use-action.ts";
import { changeDigest, digestQuery } from "#web/api/digest.ts";
import { clockHours } from "#web/format/clock-hour.ts";
import { zoneOptions } from "#web/format/time-zones.ts";
import { Card } from "#web/ui/card.tsx";
import { SelectField, SwitchField } from "#web/ui/fields/fields.tsx";
import { LoadingBars } from "#web/ui/loading-bars.tsx";

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
        <LoadingBars what="your email settings" bars={["h-11 w-72 max-w-full"]} />
      ) : (
        <QueryFailed what="your email settings" query={query} />
      )}
    </Card>
  );
}

function DigestFields({ digest: { isOn, hour, timeZone, mentions, address, blocker } }: { digest: Digest }) {
  const { run, isPending } = useAction(changeDigest);
  const save = (body: DigestUpdate): Promise<boolean> =>
    run({ body }, { done: "Email settings saved", failed: "Failed to save your email settings" });
  const isLocked = isPending || blocker !== null;
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      <SwitchField
        label="Email me a digest"
        hint={blocker ?? `Sent to ${address ?? ""} on days with something to report.`}
        checked={isOn && blocker === null}
        disabled={isLocked}
        onChange={({ target }) => void save({ isOn: target.checked })}
      />
      {isOn && blocker === null && (
        <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_9rem]">
          <SelectField
            label="Time zone"
            required
            disabled={isLocked}
            options={zoneOptions(timeZone)}
            value={timeZone}
            onChange={({ target }) => void save({ timeZone: target.value })}
          />
          <SelectField
            label="Hour"
            required
            disabled={isLocked}
            options={HOURS}
            value={String(hour)}
            onChange={({ target }) => void save({ hour: Number(target.value) })}
          />
        </div>
      )}
      <SwitchField
        label="Email me when a comment mentions me"
        hint="A minute after the comment."
        checked={mentions && blocker === null}
        disabled={isLocked}
        onChange={({ target }) => void save({ mentions: target.checked })}
      />
    </div>
  );
}
