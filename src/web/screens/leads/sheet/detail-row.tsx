import type { ReactNode } from "react";

/** What a value is, and the value. */
export function DetailRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-h-9 items-start gap-3">
      <dt className="w-24 shrink-0 py-1.5 text-muted touch:py-3">{label}</dt>
      <dd className="flex min-w-0 flex-1 items-start">{children}</dd>
    </div>
  );
}
