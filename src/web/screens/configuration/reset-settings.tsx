import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/overlays/confirm-dialog.tsx";

export function ResetSettings({ isResetting, onReset }: { isResetting: boolean; onReset: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        icon={<RotateCcw aria-hidden />}
        busy={isResetting}
        busyLabel="Resetting..."
        onClick={() => setIsAsking(true)}
      >
        Reset settings
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Reset all settings?"
        description="Everything on this screen, including appearance, returns to its default."
        confirmLabel="Reset settings"
        onConfirm={onReset}
      />
    </>
  );
}
