import { Card } from "#web/ui/card.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

export function ConfigurationSkeleton() {
  return (
    <div className="flex flex-col gap-6 max-md:gap-4">
      <LoadingNote what="the settings" />
      {[
        { title: "Lead processing", fields: 1 },
        { title: "Sync", fields: 3 },
        { title: "Follow-up", fields: 2 },
        { title: "Notifications", fields: 5 },
      ].map(({ title, fields }) => (
        <Card key={title} title={title}>
          <div className="flex flex-col gap-5">
            {Array.from({ length: fields }, (_, field) => (
              <div key={field} className="flex flex-col gap-1.5">
                <Skeleton className="h-5 w-40" />
                <Skeleton className="h-9 w-full touch:h-11" />
              </div>
            ))}
          </div>
        </Card>
      ))}
    </div>
  );
}
