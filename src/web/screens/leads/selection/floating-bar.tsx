import type { ReactNode } from "react";
import { useActionBar } from "#web/ui/overlays/action-bars.ts";

/** Stays at the bottom of the window, below toasts; in a narrow list next to the help button. */
export function FloatingBar({ label, children }: { label: string; children: ReactNode }) {
  const ref = useActionBar();
  return (
    <section
      ref={ref}
      aria-label={label}
      className="sticky bottom-4 z-20 mx-auto flex max-w-full animate-rise flex-wrap items-center gap-x-2 gap-y-1.5 rounded-lg border border-line bg-raised py-2 pr-2 pl-4 shadow-float max-md:mr-14 max-md:w-[calc(100%-3.5rem)] max-md:pl-3 [body:has([data-panel])_&]:mr-10"
    >
      {children}
    </section>
  );
}
