import type { ReactNode } from "react";

interface DetailRowProps {
  label: string;
  /** Below the value. */
  note?: ReactNode;
  children: ReactNode;
}

export function DetailRow({ label, note, children }: DetailRowProps) {
  return (
    <div className="flex min-h-9 items-start gap-3">
      <dt className="w-24 shrink-0 max-sm:w-20 py-1.5 text-muted touch:py-3">{label}</dt>
      <dd className="min-w-0 flex-1">
        <div className="flex items-start">{children}</div>
        {note}
      </dd>
    </div>
  );
}
