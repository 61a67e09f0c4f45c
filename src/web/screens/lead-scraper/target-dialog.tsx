import type { ScrapeTarget } from "#shared/contract/scrape-target.ts";
import { type DialogSubject, useDialogThing } from "#web/layout/dialog-address.ts";
import { TargetForm } from "#web/screens/lead-scraper/target-form.tsx";
import { Dialog } from "#web/ui/overlays/dialog.tsx";

interface TargetDialogProps {
  /** Null while closed. */
  subject: DialogSubject | null;
  targets: readonly ScrapeTarget[];
  onClose: () => void;
}

/** A target's settings. The form resets each time it opens. */
export function TargetDialog({ subject, targets, onClose }: TargetDialogProps) {
  const { isOpen, shown } = useDialogThing(subject, targets, onClose);
  return (
    <Dialog open={isOpen && shown !== "new"} onOpenChange={onClose} title="Scrape target settings">
      {shown !== null && shown !== "new" && <TargetForm target={shown} onDone={onClose} />}
    </Dialog>
  );
}
