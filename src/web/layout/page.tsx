import type { ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";

interface PageProps {
  /** Tables use the full width; forms and the dashboard at most 1200 px. */
  width?: "reading" | "full";
  children: ReactNode;
}

/** A screen's margins, width and spacing. Ends below the help button, so that content can be scrolled clear of it. */
export function Page({ width = "reading", children }: PageProps) {
  return (
    <div
      className={classNames(
        "flex flex-col gap-6 p-6 pb-20 max-md:gap-4 max-md:p-4 max-md:pb-20",
        width === "reading" && "max-w-300",
      )}
    >
      {children}
    </div>
  );
}
