import { Card } from "#web/ui/card.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

/** Matches the size of the figure. */
export function FigureSkeleton({ title }: { title: string }) {
  return (
    <Card title={title} actions={<span aria-hidden className="h-8 touch:h-11" />}>
      <LoadingNote what={title.toLowerCase()} />
      <Skeleton className="-mt-1.5 mb-3.5 h-3.5 w-72 max-w-full" />
      <Skeleton className="h-72" />
    </Card>
  );
}
