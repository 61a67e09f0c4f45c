import type { ReactNode } from "react";

export interface LegendItem {
  name: string;
  paint: string;
  /** The value at the pointer, or the total. */
  value?: string | undefined;
}

interface ChartLegendProps {
  /** What the values refer to: "3 November", "All 30 days". */
  heading: ReactNode;
  items: readonly LegendItem[];
}

/** The legend with values at the pointer; its size doesn't depend on them. */
export function ChartLegend({ heading, items }: ChartLegendProps) {
  return (
    <div className="text-sm">
      <p className="truncate font-semibold tabular-nums">{heading}</p>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
        {items.map(({ name, paint, value }) => (
          <li key={name} className="flex items-center gap-1.5 text-muted">
            <svg aria-hidden width="10" height="10" className="shrink-0 rounded-sm">
              <rect width="10" height="10" fill={paint} />
            </svg>
            {name}
            {value !== undefined && <span className="text-ink tabular-nums">{value}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
