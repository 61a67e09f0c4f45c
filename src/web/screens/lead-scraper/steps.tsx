import type { ReactNode } from "react";

export function Steps({ children }: { children: ReactNode }) {
  return <ol className="flex list-decimal flex-col gap-3 pl-5 marker:text-muted">{children}</ol>;
}
