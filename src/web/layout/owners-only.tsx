import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { useMay } from "#web/api/use-may.ts";
import { Page } from "#web/layout/page.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** A screen, or a part of one, that an owner alone may use; everybody else is told so. `what` is in the plural. */
export function OwnersOnly({ what, children }: { what: string; children: ReactNode }) {
  const mayManage = useMay("manage");
  if (mayManage) return children;
  return (
    <Page>
      <Card>
        <EmptyState
          icon={<Lock />}
          title="For owners only"
          text={`${what} are in the hands of your team's owners. Ask one of them.`}
        />
      </Card>
    </Page>
  );
}
