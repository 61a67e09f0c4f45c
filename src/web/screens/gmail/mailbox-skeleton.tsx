import { Card } from "#web/ui/card.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

/** A form the size of the one that replaces it. */
export function MailboxSkeleton() {
  return (
    <Card>
      <LoadingNote what="the mailbox" />
      <div className="flex flex-col gap-5">
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-9 w-full" />
        <Skeleton className="h-9 w-64 max-w-full" />
      </div>
    </Card>
  );
}
