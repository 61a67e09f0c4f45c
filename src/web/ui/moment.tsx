import { moment } from "#web/format/moment.ts";
import { exactTime } from "#web/format/relative-time.ts";
import { useNow } from "#web/ui/now.ts";

/** A time today or an earlier date, with the exact local time as tooltip. */
export function Moment({ time }: { time: string }) {
  const now = useNow();
  return (
    <time dateTime={time} title={exactTime(time)} className="whitespace-nowrap">
      {moment(time, now)}
    </time>
  );
}
