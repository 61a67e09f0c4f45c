import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

const LINES = ["w-40", "w-56", "w-32", "w-48", "w-36"];

export function LeadSkeleton() {
  return (
    <div className="flex flex-col gap-8">
      <LoadingNote what="the lead" />
      <Skeleton className="h-5 w-44" />
      <div className="flex flex-col gap-3">
        {LINES.map((width) => (
          <div key={width} className="flex gap-4">
            <Skeleton className="h-5 w-24" />
            <Skeleton className={`h-5 ${width}`} />
          </div>
        ))}
      </div>
      <Skeleton className="h-40 w-full" />
    </div>
  );
}
