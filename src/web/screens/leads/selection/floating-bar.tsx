import type { ReactNode } from "react";
import { useActionBar } from "#web/ui/overlays/action-bars.ts";

/** Stays at the bottom of the window, below toasts; never under the help button. */
export function FloatingBar({ label, children }: { label: string; children: ReactNode }) {
  const ref = useActionBar();
  return (
    <section
      ref={ref}
      aria-label={label}
      data-bottom-bar
      className="sticky bottom-4 z-20 mx-auto flex max-w-full animate-rise flex-wrap items-center gap-1.5 rounded-lg border border-line bg-raised py-2 pr-2 pl-4 shadow-float md:max-w-[calc(100%-5rem)] max-md:mr-14 max-md:w-[calc(100%-3.5rem)] max-md:pl-3 [body:has([data-panel])_&]:mr-10"
    >
      {children}
    </section>
  );
}
