import { CloudOff } from "lucide-react";
import { useOutage } from "#web/api/connection/connection.ts";
import { whenLoaded } from "#web/format/moment.ts";
import { useNow } from "#web/ui/now.ts";

/**
 * Shown while the browser is offline or the server can't be reached. The live region is always mounted, since screen
 * readers miss one that appears together with its text.
 */
export function ConnectionBanner() {
  const outage = useOutage();
  const now = useNow();
  return (
    <div role="status" className="shrink-0">
      {outage !== null && (
        <p className="flex min-h-9 items-center gap-2.5 border-b border-warning bg-warning-soft px-6 py-1.5 text-sm text-warning-ink max-md:px-4">
          <CloudOff aria-hidden className="size-4 shrink-0" />
          <span>
            <strong className="font-semibold">{outage.isOffline ? "You're offline." : "Can't reach Winnow."}</strong>{" "}
            Showing what was loaded {whenLoaded(outage.since, now)}. Reconnecting automatically.
          </span>
        </p>
      )}
    </div>
  );
}
