import type { ReactNode } from "react";

/** The line below an action; as high as a progress bar, so that swapping them doesn't shift the layout. */
export function ActionNote({ children }: { children: ReactNode }) {
  return <div className="h-8 text-sm text-muted">{children}</div>;
}
