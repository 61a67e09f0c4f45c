import type { ReactNode } from "react";

/** Stays at the foot of the window while the list scrolls, under the notices; on a phone beside the help button. */
export function FloatingBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      data-floating-bar
      aria-label={label}
      className="sticky bottom-4 z-20 mx-auto flex max-w-full animate-rise flex-wrap items-center gap-x-2 gap-y-1.5 rounded-lg border border-line bg-raised py-2 pr-2 pl-4 shadow-float max-md:mr-14 max-md:w-[calc(100%-3.5rem)] max-md:pl-3"
    >
      {children}
    </section>
  );
}
