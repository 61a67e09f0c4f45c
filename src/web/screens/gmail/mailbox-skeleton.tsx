import { Card } from "#web/ui/card.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

/** Matches the size of the status and the form. */
export function MailboxSkeleton() {
  return (
    <div className="flex flex-col gap-6 max-md:gap-4">
      <LoadingNote what="the mailbox" />
      <Card title="Mailbox status">
        <div className="flex flex-col gap-3 py-1">
          <Skeleton className="h-8 w-2/3" />
          <Skeleton className="h-4 w-64 max-w-full" />
        </div>
      </Card>
      <FormSkeleton rows={4} />
    </div>
  );
}

/** Matches the size of the rules. */
export function RulesSkeleton() {
  return (
    <>
      <LoadingNote what="the rules" />
      <FormSkeleton rows={3} />
    </>
  );
}

function FormSkeleton({ rows }: { rows: number }) {
  return (
    <Card>
      <div className="flex flex-col gap-6">
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className="flex flex-col gap-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-12 w-full" />
          </div>
        ))}
        <Skeleton className="ml-auto h-9 w-24" />
      </div>
    </Card>
  );
}
