import type { ReactNode } from "react";

/** What to do, one thing after the other. */
export function Steps({ children }: { children: ReactNode }) {
  return <ol className="flex list-decimal flex-col gap-3 pl-5 marker:text-muted">{children}</ol>;
}
