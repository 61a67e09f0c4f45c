import { useState } from "react";
import { Labeled } from "#web/ui/fields/labeled.tsx";
import { dayAfter, dayOf, lastDayBefore } from "#web/format/day.ts";
import { ADDED_WORDS, isAdded } from "#web/screens/leads/lead-dates.ts";
import type { LeadsView } from "#web/screens/leads/leads-view.ts";
import { Select } from "#web/ui/fields/select.tsx";
import { DayField } from "#web/ui/fields/day-field.tsx";

const OPTIONS = [
  { value: "", label: "Any time" },
  ...Object.entries(ADDED_WORDS).map(([value, label]) => ({ value, label })),
  { value: "custom", label: "Custom range" },
];

interface AddedFilterProps {
  view: LeadsView;
  change: (change: Partial<LeadsView>) => void;
}

/** Added date: a relative range, or between two days, both inclusive. */
export function AddedFilter({ view, change }: AddedFilterProps) {
  const { added, from, to } = view;
  const [isCustom, setIsCustom] = useState(false);
  const hasSpan = from !== "" || to !== "";
  const shown = added !== "" ? added : isCustom || hasSpan ? "custom" : "";
  const [first, last] = [dayOf(from), lastDayBefore(to)];
  const put = (span: Partial<Pick<LeadsView, "from" | "to">>): void => {
    // Keep the fields when they are cleared.
    setIsCustom(true);
    change({ added: "", ...span });
  };
  // A reversed range is swapped.
  const putFirst = (day: string): void =>
    put(last !== "" && day > last ? { from: last, to: dayAfter(day) } : { from: day });
  const putLast = (day: string): void =>
    put(day !== "" && day < first ? { from: day, to: dayAfter(first) } : { to: dayAfter(day) });
  const choose = (value: string): void => {
    setIsCustom(value === "custom");
    if (value !== "custom") change({ added: isAdded(value) ? value : "", from: "", to: "" });
    else if (added !== "") change({ added: "" });
  };
  return (
    <>
      <Labeled label="Added">
        {(id) => <Select id={id} options={OPTIONS} value={shown} onChange={({ target }) => choose(target.value)} />}
      </Labeled>
      {shown === "custom" && (
        <div className="flex flex-wrap gap-2">
          <Labeled label="First day">
            {(id) => <DayField id={id} max={last || undefined} value={first} onCommit={putFirst} />}
          </Labeled>
          <Labeled label="Last day">
            {(id) => <DayField id={id} min={first || undefined} value={last} onCommit={putLast} />}
          </Labeled>
        </div>
      )}
    </>
  );
}
