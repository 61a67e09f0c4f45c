import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

export function SmtpFormSkeleton() {
  return (
    <div className="flex flex-col gap-5">
      <LoadingNote what="the email settings" />
      {[0, 1, 2, 3, 4].map((field) => (
        <div key={field} className="flex flex-col gap-1.5">
          <Skeleton className="h-5 w-28" />
          <Skeleton className="h-9 w-full touch:h-11" />
        </div>
      ))}
      <Skeleton className="ml-auto h-9 w-36" />
    </div>
  );
}
