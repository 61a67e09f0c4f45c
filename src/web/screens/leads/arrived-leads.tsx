import { ArrowUp } from "lucide-react";
import { formatTotalOf } from "#web/format/number.ts";
import type { LeadWindow } from "#web/screens/leads/use-lead-window.ts";

/** Button for leads that arrived since the list was loaded. Overlays the header, so that nothing moves. */
export function ArrivedLeads({ leads: { arrived, bringIn } }: { leads: Pick<LeadWindow, "arrived" | "bringIn"> }) {
  const words = formatTotalOf(arrived, "new lead");
  return (
    <>
      <output className="sr-only">{arrived.count > 0 ? words : ""}</output>
      {arrived.count > 0 && (
        <div className="pointer-events-none sticky top-0 z-20 flex h-0 justify-center">
          <button
            type="button"
            onClick={() => {
              bringIn();
              const main = document.getElementById("main");
              main?.scrollTo(0, 0);
              // The button disappears, so focus would be lost.
              main?.focus({ preventScroll: true });
            }}
            className="pointer-events-auto mt-1 inline-flex h-7 animate-fade-in items-center gap-1.5 rounded-full border border-line bg-raised px-3 text-sm font-semibold text-link shadow-float hover:bg-hover touch:h-11"
          >
            <ArrowUp aria-hidden className="size-3.5" />
            {words}
          </button>
        </div>
      )}
    </>
  );
}
