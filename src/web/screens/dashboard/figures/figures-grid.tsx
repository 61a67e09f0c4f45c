import type { ReactNode } from "react";

/** Two columns; wide charts go in the wider one. */
export function FiguresGrid({ children }: { children: ReactNode }) {
  return <div className="grid gap-6 max-md:gap-4 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">{children}</div>;
}
