import { X } from "lucide-react";
import { useProgress } from "#web/api/connection/progress.ts";
import { IconButton } from "#web/ui/icon-button.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";

/** Progress of a bulk action, with a cancel button. */
export function BulkProgress({ onStop }: { onStop: () => void }) {
  const progress = useProgress("bulk");
  return (
    <div className="flex w-72 max-w-full items-center gap-2">
      <div className="min-w-0 flex-1">
        <ProgressBar label={progress?.label ?? "Starting"} done={progress?.done ?? 0} total={progress?.total ?? null} />
      </div>
      <IconButton label="Stop" icon={<X aria-hidden />} onClick={onStop} />
    </div>
  );
}
