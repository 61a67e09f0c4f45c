import { Card } from "#web/ui/card.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

/** As high as a company with the usual details, so that the list stays in place. */
export function CompanySkeleton() {
  return (
    <Card title={<Skeleton className="h-11 w-40" />}>
      <LoadingNote what="the company" />
      <Skeleton className="h-12 w-full" />
    </Card>
  );
}
