import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

/** Rows of a name and two lines below it. */
export function ListSkeleton({ what }: { what: string }) {
  return (
    <div>
      <LoadingNote what={what} />
      {[0, 1].map((row) => (
        <div key={row} className="flex flex-col gap-2.5 border-t border-line px-5 py-4 max-md:px-4">
          <Skeleton className="h-5 w-48" />
          <Skeleton className="h-4 w-80 max-w-full" />
          <Skeleton className="h-4 w-64 max-w-full" />
        </div>
      ))}
    </div>
  );
}
