import { UserX } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";

/** For a link to a lead that was deleted, or never was. */
export function LeadGone({ onBack }: { onBack: () => void }) {
  return (
    <EmptyState
      icon={<UserX />}
      title="This lead does not exist any more"
      text="It may have been deleted since the link was made."
      action={<Button onClick={onBack}>Back to all leads</Button>}
    />
  );
}
