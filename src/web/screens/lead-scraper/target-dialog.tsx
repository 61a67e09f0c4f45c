import type { ScrapeTarget } from "#shared/contract/scrape-target.ts";
import { type DialogSubject, useDialogThing } from "#web/layout/dialog-address.ts";
import { TargetForm } from "#web/screens/lead-scraper/target-form.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";
import { useLastShown } from "#web/ui/overlays/last-shown.ts";

interface TargetDialogProps {
  /** Null while closed. */
  subject: DialogSubject | null;
  targets: readonly ScrapeTarget[];
  onClose: () => void;
}

/** A target's settings. The form resets each time it opens. */
export function TargetDialog({ subject, targets, onClose }: TargetDialogProps) {
  const thing = useDialogThing(subject, targets, onClose);
  const asked = thing === "new" ? null : thing;
  const shown = useLastShown(asked);
  return (
    <Dialog open={asked !== null} onOpenChange={onClose} title="Scrape target settings">
      {shown !== null && <TargetForm target={shown} onDone={onClose} />}
    </Dialog>
  );
}
