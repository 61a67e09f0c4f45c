import { CloudOff } from "lucide-react";
import { useLostAt } from "#web/api/connection/connection.ts";
import { Moment } from "#web/ui/moment.tsx";

/**
 * Shown while the server is unreachable; at the bottom, so that content doesn't jump. The live region is always
 * mounted, since screen readers miss one that appears together with its text.
 */
export function ConnectionBanner() {
  const lostAt = useLostAt();
  return (
    <div role="status">
      {lostAt !== null && (
        <p className="flex min-h-11 items-center gap-2.5 border-t border-warning bg-warning-soft py-2.5 pr-20 pl-6 text-warning-ink max-md:pl-4">
          <CloudOff aria-hidden className="size-4 shrink-0" />
          <span>
            <strong className="font-semibold">Can't reach Winnow.</strong> Showing data from{" "}
            <Moment time={new Date(lostAt).toISOString()} />. Reconnecting automatically.
          </span>
        </p>
      )}
    </div>
  );
}
