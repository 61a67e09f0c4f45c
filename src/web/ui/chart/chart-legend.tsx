import type { ReactNode } from "react";

export interface LegendItem {
  name: string;
  paint: string;
  /** The exact value of what is pointed at, or of all. */
  value?: string | undefined;
}

interface ChartLegendProps {
  /** What the values are of: "3 November", "All 30 days". */
  heading: ReactNode;
  items: readonly LegendItem[];
}

/** What the marks of a chart mean, and the exact values of the one pointed at; its size does not depend on which that is. */
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
