import { activityTime, exactTime, relativeTime } from "#web/format/relative-time.ts";
import { useNow } from "#web/ui/now.ts";

interface RelativeTimeProps {
  /** ISO 8601. */
  time: string | null | undefined;
  /** "activity" shows minutes instead of "Just now". */
  style?: "list" | "activity";
  absent?: "Never" | "N/A";
}

/** Relative time, updated live, with the exact local time as tooltip. */
export function RelativeTime({ time, style = "list", absent = "N/A" }: RelativeTimeProps) {
  const now = useNow();
  const format = style === "activity" ? activityTime : relativeTime;
  // A time since the last tick isn't in the future.
  const text = format(time, Math.max(now, Date.parse(time ?? "") || 0), absent);
  const exact = exactTime(time);
  if (exact === undefined) return <span className="text-muted">{text}</span>;
  return (
    <time dateTime={time ?? undefined} title={exact} className="whitespace-nowrap">
      {text}
    </time>
  );
}
