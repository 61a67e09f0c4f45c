import { Page } from "#web/layout/page.tsx";
import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

export function ScreenLoading() {
  return (
    <Page width="full">
      <LoadingNote what="the page" />
      <Skeleton className="h-9 w-64 max-w-full" />
      <Skeleton className="h-64 w-full" />
    </Page>
  );
}
