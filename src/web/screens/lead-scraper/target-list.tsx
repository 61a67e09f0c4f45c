import type { ScrapeTarget } from "#shared/contract/scrape-target.ts";
import { TargetRow } from "#web/screens/lead-scraper/target-row.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

interface TargetListProps {
  targets: readonly ScrapeTarget[];
  onSettings: (id: string) => void;
}

export function TargetList({ targets, onSettings }: TargetListProps) {
  return (
    <ul aria-label="Scrape targets">
      {targets.map((target) => (
        <TargetRow key={target.id} target={target} onSettings={() => onSettings(target.id)} />
      ))}
    </ul>
  );
}

export function TargetListSkeleton() {
  return (
    <div>
      <LoadingNote what="the scrape targets" />
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
