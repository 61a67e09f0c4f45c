import { type ComponentProps, type ReactNode, useId } from "react";
import { DayField } from "#web/ui/fields/day-field.tsx";
import { Select } from "#web/ui/fields/select.tsx";

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

export function LabeledSelect({ label, ...select }: { label: string } & ComponentProps<typeof Select>) {
  return <Labeled label={label}>{(id) => <Select id={id} {...select} />}</Labeled>;
}

export function LabeledDay({ label, ...day }: { label: string } & ComponentProps<typeof DayField>) {
  return <Labeled label={label}>{(id) => <DayField id={id} {...day} />}</Labeled>;
}
