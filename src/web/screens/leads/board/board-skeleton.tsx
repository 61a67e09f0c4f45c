import { LEAD_STATUSES } from "#shared/lead-status.ts";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

/** Columns as wide as those of the board. */
export function BoardSkeleton() {
  return (
    <div className="flex gap-3 overflow-hidden border-t border-line p-4">
      <LoadingNote what="the board" />
      {LEAD_STATUSES.map((status) => (
        <span key={status} className="w-[min(19rem,85%)] min-w-64 shrink-0 md:w-auto md:max-w-md md:flex-1">
          <Skeleton className="h-96" />
        </span>
      ))}
    </div>
  );
}
