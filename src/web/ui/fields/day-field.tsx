import { type ComponentProps, useState } from "react";
import { Input } from "#web/ui/fields/input.tsx";

/** Typing "2026" passes through the years 0002, 0020 and 0202. */
const FIRST_WHOLE_YEAR = "1000";

interface DayFieldProps extends Pick<ComponentProps<"input">, "id" | "min" | "max" | "aria-label"> {
  /** A date input value ("2026-01-31"), or "". */
  value: string;
  onCommit: (day: string) => void;
}

/** A date input that commits once the date is complete, or when left empty on blur. */
export function DayField({ value, onCommit, ...rest }: DayFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Input
      {...rest}
      type="date"
      value={typed ?? value}
      onChange={({ target }) => {
        const isWhole = target.value >= FIRST_WHOLE_YEAR;
        setTyped(isWhole ? null : target.value);
        if (isWhole) onCommit(target.value);
      }}
      onBlur={() => {
        setTyped(null);
        if (typed === "" && value !== "") onCommit("");
      }}
    />
  );
}
