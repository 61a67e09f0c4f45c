import { Card } from "#web/ui/card.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

const ROWS = 8;

/** Matches the height of the first actions. */
export function HistorySkeleton() {
  return (
    <Card flush title={<Skeleton className="my-1 h-5 w-24" />}>
      <LoadingNote what="the history" />
      <div aria-hidden className="border-t border-line">
        {Array.from({ length: ROWS }, (_, row) => (
          <div
            key={row}
            className="flex items-center gap-3 border-t border-line px-5 py-3 first:border-t-0 max-md:px-4"
          >
            <Skeleton className="size-8 rounded-full!" />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-4 w-2/5" />
              <Skeleton className="h-3.5 w-1/5" />
            </div>
          </div>
        ))}
      </div>
    </Card>
  );
}
