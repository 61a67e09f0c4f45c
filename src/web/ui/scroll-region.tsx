import type { ReactNode } from "react";

interface ScrollRegionProps {
  label: string;
  className?: string;
  children: ReactNode;
}

/** A part that scrolls by itself, by keyboard too. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps) {
  return (
    <div
      role="region"
      aria-label={label}
      // Without it the keyboard cannot scroll here (WCAG 2.1.1).
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={className}
    >
      {children}
    </div>
  );
}
