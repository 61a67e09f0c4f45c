import { UserX } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** For links to leads that were deleted or never existed. */
export function LeadGone({ onBack }: { onBack: () => void }) {
  return (
    <EmptyState
      icon={<UserX />}
      title="This lead no longer exists"
      text="It may have been deleted."
      action={<Button onClick={onBack}>Back to all leads</Button>}
    />
  );
}
