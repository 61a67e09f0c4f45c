import { useState } from "react";
import { Labelled } from "#web/screens/leads/filters/labelled.tsx";
import { ADDED_WORDS, dayAfter, dayOf, isAdded, lastDayBefore } from "#web/screens/leads/lead-dates.ts";
import type { LeadsView } from "#web/screens/leads/leads-view.ts";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";

const OPTIONS = [
  { value: "", label: "Any time" },
  ...Object.entries(ADDED_WORDS).map(([value, label]) => ({ value, label })),
  { value: "custom", label: "From one day to another" },
];

interface AddedFilterProps {
  view: LeadsView;
  change: (change: Partial<LeadsView>) => void;
}

/** When the lead was added: so many days back, or between two days, both within. */
export function AddedFilter({ view, change }: AddedFilterProps) {
  const { added, from, to } = view;
  const [isCustom, setIsCustom] = useState(false);
  const hasSpan = from !== "" || to !== "";
  const shown = added !== "" ? added : isCustom || hasSpan ? "custom" : "";
  const choose = (value: string): void => {
    setIsCustom(value === "custom");
    if (value !== "custom") change({ added: isAdded(value) ? value : "", from: "", to: "" });
    else if (added !== "") change({ added: "" });
  };
  return (
    <>
      <Labelled label="Added">
        {(id) => <Select id={id} options={OPTIONS} value={shown} onChange={({ target }) => choose(target.value)} />}
      </Labelled>
      {shown === "custom" && (
        <div className="flex flex-wrap gap-2">
          <Labelled label="First day">
            {(id) => (
              <Input
                id={id}
                type="date"
                max={lastDayBefore(to) || undefined}
                value={dayOf(from)}
                onChange={({ target }) => change({ added: "", from: target.value })}
              />
            )}
          </Labelled>
          <Labelled label="Last day">
            {(id) => (
              <Input
                id={id}
                type="date"
                min={dayOf(from) || undefined}
                value={lastDayBefore(to)}
                onChange={({ target }) => change({ added: "", to: dayAfter(target.value) })}
              />
            )}
          </Labelled>
        </div>
      )}
    </>
  );
}
