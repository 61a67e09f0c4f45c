import { CloudOff } from "lucide-react";
import { useLostAt } from "#web/api/connection.ts";
import { Moment } from "#web/ui/moment.tsx";

/**
 * Says that the server is away, for as long as it is. It stands below what one reads, which would jump if it came
 * above. The live region is always there, because one that comes with its text stays unheard.
 */
export function ConnectionBanner() {
  const lostAt = useLostAt();
  return (
    <div role="status">
      {lostAt !== null && (
        <p className="flex min-h-11 items-center gap-2.5 border-t border-warning bg-warning-soft py-2.5 pr-20 pl-6 text-warning-ink max-md:pl-4">
          <CloudOff aria-hidden className="size-4 shrink-0" />
          <span>
            <strong className="font-semibold">Winnow cannot be reached.</strong> What you see was loaded at{" "}
            <Moment time={new Date(lostAt).toISOString()} />. It goes on by itself as soon as the server is back.
          </span>
        </p>
      )}
    </div>
  );
}
