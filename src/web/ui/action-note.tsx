import type { ReactNode } from "react";

/** The line under an act; as high as a progress bar, so that nothing moves when one takes its place. */
export function ActionNote({ children }: { children: ReactNode }) {
  return <div className="h-8 text-sm text-muted">{children}</div>;
}
