import { type ComponentProps, useState } from "react";
import { Input } from "#web/ui/input.tsx";

/** A year that is being typed passes through the first centuries: "2026" through 0002, 0020 and 0202. */
const FIRST_WHOLE_YEAR = "1000";

interface DayFieldProps extends Pick<ComponentProps<"input">, "id" | "min" | "max"> {
  /** A day as date fields hold it ("2026-01-31"), or "". */
  value: string;
  onCommit: (day: string) => void;
}

/** A day that takes effect as soon as it is whole; one that is emptied, when the field is left. */
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
