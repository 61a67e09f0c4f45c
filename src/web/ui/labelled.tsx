import { type ReactNode, useId } from "react";

interface LabelledProps {
  label: string;
  children: (id: string) => ReactNode;
}

/** A filter is never required, so that nothing has to say that it is optional. */
export function Labelled({ label, children }: LabelledProps) {
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
