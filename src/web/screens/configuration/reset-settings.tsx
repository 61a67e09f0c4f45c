import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

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
        Reset
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Reset all settings?"
        description="Everything on this screen goes back to its default, the appearance included. The rules of the mailbox analysis, which stand under Gmail Integration, stay as they are."
        confirmLabel="Reset"
        onConfirm={onReset}
      />
    </>
  );
}
