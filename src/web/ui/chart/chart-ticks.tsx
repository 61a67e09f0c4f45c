import type { ScaleLinear } from "d3-scale";
import { formatShort } from "#web/format/number.ts";

export interface ChartTick {
  at: number;
  label: string;
}

interface ChartTicksProps {
  up: ScaleLinear<number, number>;
  width: number;
  height: number;
  columns: number;
  ticks: readonly ChartTick[];
}

const GRID_LINES = 4;
/** Approximate character width, and the minimum gap between labels. */
const CHARACTER = 7;
const FREE = 28;
const EDGE = 24;

/** Grid lines with their counts, and as many column labels as fit, always including the last. */
export function ChartTicks({ up, width, height, columns, ticks }: ChartTicksProps) {
  const widest = Math.max(0, ...ticks.map(({ label }) => label.length)) * CHARACTER + FREE;
  const every = stepOf(ticks.length, Math.max(1, Math.ceil((widest * ticks.length) / Math.max(1, width))));
  const shown = ticks.filter((_, index) => (ticks.length - 1 - index) % every === 0);
  return (
    <g className="fill-muted text-xs tabular-nums">
      {up
        .ticks(GRID_LINES)
        .filter(Number.isInteger)
        .map((count) => (
          <g key={count}>
            <line x2={width} y1={up(count)} y2={up(count)} className={count === 0 ? "stroke-field" : "stroke-line"} />
            <text x={-8} y={up(count)} dy="0.32em" textAnchor="end">
              {formatShort(count)}
            </text>
          </g>
        ))}
      {shown.map(({ at, label }) => {
        const x = (at / columns) * width;
        return (
          <text
            key={label}
            x={x > width - EDGE ? width : x < EDGE && at > 0 ? 0 : x}
            y={height + 18}
            textAnchor={x > width - EDGE ? "end" : x < EDGE && at > 0 ? "start" : "middle"}
          >
            {label}
          </text>
        );
      })}
    </g>
  );
}

/** At least `least`; slightly more if that shows both the first and the last of `count`. */
function stepOf(count: number, least: number): number {
  for (let step = least; step <= 2 * least; step += 1) if ((count - 1) % step === 0) return step;
  return least;
}
