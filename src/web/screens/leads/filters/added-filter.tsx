import { useState } from "react";
import { LabeledDay, LabeledSelect } from "#web/ui/fields/labeled.tsx";
import { dayAfter, dayOf, lastDayBefore } from "#web/format/day.ts";
import { ADDED_WORDS, isAdded } from "#web/screens/leads/lead-dates.ts";
import type { LeadsView, ViewProps } from "#web/screens/leads/leads-view.ts";

const OPTIONS = [
  { value: "", label: "Any time" },
  ...Object.entries(ADDED_WORDS).map(([value, label]) => ({ value, label })),
  { value: "custom", label: "Custom range" },
];

/** Added date: a relative range, or between two days, both inclusive. */
export function AddedFilter({ view, change }: ViewProps) {
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
      <LabeledSelect label="Added" options={OPTIONS} value={shown} onChange={({ target }) => choose(target.value)} />
      {shown === "custom" && (
        <div className="flex flex-wrap gap-2">
          <LabeledDay label="First day" max={last || undefined} value={first} onCommit={putFirst} />
          <LabeledDay label="Last day" min={first || undefined} value={last} onCommit={putLast} />
        </div>
      )}
    </>
  );
}
