import { type ReactNode, useId } from "react";

interface LabeledProps {
  label: string;
  children: (id: string) => ReactNode;
}

/** A labeled filter; filters are never required, so there is no "optional" hint. */
export function Labeled({ label, children }: LabeledProps) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children(id)}
    </div>
  );
}
