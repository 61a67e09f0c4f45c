import { Card } from "#web/ui/card.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

interface JobsSkeletonProps {
  title?: string;
  what: string;
  rows: number;
}

/** Matches the height of job rows. */
export function JobsSkeleton({ title, what, rows }: JobsSkeletonProps) {
  return (
    <Card flush unsized {...(title !== undefined && { title })}>
      <LoadingNote what={what} />
      <div aria-hidden className="border-t border-line">
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className="flex flex-col gap-2 border-t border-line px-5 py-3.5 first:border-t-0 max-md:px-4">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3.5 w-3/5" />
          </div>
        ))}
      </div>
    </Card>
  );
}
