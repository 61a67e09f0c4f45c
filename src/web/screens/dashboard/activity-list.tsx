import { Mail, RefreshCw, UserCheck } from "lucide-react";
import { Link } from "react-router";
import type { ActivityItem } from "#shared/contract/dashboard.ts";
import { paths } from "#web/paths.ts";
import { RelativeTime } from "#web/ui/relative-time.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Truncate } from "#web/ui/truncate.tsx";

export function ActivityList({ items }: { items: readonly ActivityItem[] }) {
  return (
    <ul className="flex flex-col">
      {items.map((item) => (
        <ActivityRow key={item.id} item={item} />
      ))}
    </ul>
  );
}

function ActivityRow({ item: { type, title, description, timestamp, leadId } }: { item: ActivityItem }) {
  return (
    <li className="flex h-14 items-center gap-3">
      <span
        aria-hidden
        className="inline-flex size-8 shrink-0 items-center justify-center rounded-full bg-hover text-muted [&_svg]:size-4"
      >
        <ActivityIcon type={type} />
      </span>
      <div className="min-w-0 flex-1">
        {leadId ? (
          <Link to={paths.lead(leadId)} className="block rounded-sm font-semibold hover:underline">
            <Truncate text={title} dir="ltr" />
          </Link>
        ) : (
          <Truncate text={title} dir="ltr" className="font-semibold" />
        )}
        {description !== "" && <Truncate text={description} className="text-sm text-muted" />}
      </div>
      <span className="shrink-0 text-sm text-muted">
        <RelativeTime time={timestamp} style="activity" />
      </span>
    </li>
  );
}

/** Unknown types get the icon of a qualified lead. */
function ActivityIcon({ type }: { type: string }) {
  if (type === "email_sent") return <Mail />;
  if (type === "sync_completed") return <RefreshCw />;
  return <UserCheck />;
}

export function ActivitySkeleton({ rows }: { rows: number }) {
  return Array.from({ length: rows }, (_, row) => (
    <div key={row} aria-hidden className="flex h-14 items-center gap-3">
      <Skeleton className="size-8 rounded-full!" />
      <div className="flex flex-1 flex-col gap-1.5">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-4 w-3/5" />
      </div>
      <Skeleton className="h-4 w-20" />
    </div>
  ));
}
