import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { useMay } from "#web/api/use-may.ts";
import { Page } from "#web/layout/page.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** Shows its children to owners and an explanation to everyone else. `what` completes "Only owners can see". */
export function OwnersOnly({ what, children }: { what: string; children: ReactNode }) {
  const mayManage = useMay("manage");
  if (mayManage) return children;
  return (
    <Page>
      <Card>
        <EmptyState icon={<Lock />} title="Owners only" text={`Only owners can see ${what}.`} />
      </Card>
    </Page>
  );
}
