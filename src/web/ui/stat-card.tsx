import { ArrowDown, ArrowRight, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { formatChange } from "#web/format/number.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";

interface StatTrend {
  direction: "up" | "down" | "flat";
  /** Absolute value; the direction gives the sign. */
  percentage: number;
  /** The comparison, such as "versus last month". */
  label: string;
}

interface StatCardProps {
  title: string;
  /** Undefined while loading. */
  value: ReactNode;
  icon: ReactNode;
  trend?: StatTrend | null | undefined;
  /** False if the figure is never compared, so that no space is reserved. */
  hasTrend?: boolean;
}

const ARROWS = { up: ArrowUp, down: ArrowDown, flat: ArrowRight } as const;
const SIGNS = { up: 1, down: -1, flat: 0 } as const;

/** A figure. The trend line's space is always reserved, so that nothing shifts. */
export function StatCard({ title, value, icon, trend, hasTrend = true }: StatCardProps) {
  return (
    <section aria-label={title} className="min-w-0 rounded-lg border border-line bg-surface px-5 py-4 max-md:px-4">
      <div className="flex items-center justify-between gap-2 text-muted [&_svg]:size-4">
        <h2 title={title} className="truncate text-base max-sm:text-sm lg:max-xl:text-sm">
          {title}
        </h2>
        {icon}
      </div>
      {value === undefined ? (
        <Skeleton className="mt-2 h-8 w-24" />
      ) : (
        <p className="mt-2 text-2xl font-semibold tabular-nums">{value}</p>
      )}
      {hasTrend && <div className="mt-1 h-4.5 text-sm text-muted max-md:h-9">{trend && <Trend {...trend} />}</div>}
    </section>
  );
}

function Trend({ direction, percentage, label }: StatTrend) {
  const Arrow = ARROWS[direction];
  return (
    <p className="flex min-w-0 items-center gap-x-1 max-md:flex-wrap">
      <Arrow aria-hidden className="size-3.5 shrink-0" />
      <span className="font-semibold text-ink tabular-nums">
        {formatChange(SIGNS[direction] * Math.abs(percentage))}
      </span>
      <span className="truncate max-md:basis-full">{label}</span>
    </p>
  );
}
