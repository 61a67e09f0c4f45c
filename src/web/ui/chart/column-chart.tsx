import { scaleBand, scaleLinear } from "d3-scale";
import { type RefCallback, useCallback, useState } from "react";
import { type ChartTick, ChartTicks } from "#web/ui/chart/chart-ticks.tsx";
import { columnSegments, separateSegments } from "#web/ui/chart/column-segments.ts";
import type { Marks } from "#web/ui/chart/use-marks.ts";

export interface ChartColumn {
  key: string;
  /** Description with exact values. */
  label: string;
  href: string;
  /** From bottom to top, or left to right; painted by the paint at the same index. */
  values: readonly number[];
  paints: readonly string[];
}

interface ColumnChartProps {
  /** Accessible name. */
  label: string;
  columns: readonly ChartColumn[];
  /** Whether a column's parts are stacked or side by side. */
  layout?: "stacked" | "side-by-side";
  marks: Marks;
  /** Below the columns: `at` counts columns from the left edge, 0.5 is the middle of the first. */
  ticks: readonly ChartTick[];
  /** A vertical line at this many columns from the left. */
  line?: { at: number; label: string };
}

/** Space for the scale on the left and labels below, also excluded from the marks' layer. */
const LEFT = 40;
const BOTTOM = 24;
const TOP = 20;
const GRID_LINES = 4;

/** Columns of one or more parts over a scale of counts. Fills its parent, which must have a height. */
export function ColumnChart({ label, columns, layout = "stacked", marks, ticks, line }: ColumnChartProps) {
  const [follow, size] = useSize();
  const width = Math.max(0, size.width - LEFT);
  const height = Math.max(0, size.height - TOP - BOTTOM);
  const isStacked = layout === "stacked";
  const heightOf = (values: readonly number[]): number =>
    isStacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
  const most = Math.max(1, ...columns.map(({ values }) => heightOf(values)));
  const up = scaleLinear([0, most], [height, 0]).nice(GRID_LINES);
  const across = scaleBand(
    columns.map(({ key }) => key),
    [0, width],
  )
    .paddingInner(0.2)
    .paddingOuter(0.1);
  const active = marks.active === null ? undefined : columns[marks.active];

  return (
    <div ref={follow} className="relative h-full min-h-0">
      {width > 0 && height > 0 && (
        <svg aria-hidden width={size.width} height={size.height} className="absolute inset-0 block">
          <g transform={`translate(${LEFT},${TOP})`}>
            {active !== undefined && (
              <rect
                x={(across(active.key) ?? 0) - 0.1 * across.step()}
                y={-TOP}
                width={across.step()}
                height={height + TOP}
                className="fill-hover"
              />
            )}
            <ChartTicks up={up} width={width} height={height} columns={columns.length} ticks={ticks} />
            {columns.map(({ key, values, paints }) =>
              (isStacked ? columnSegments(values, up) : separateSegments(values, up)).map(
                ({ index, y, height: high }) => (
                  <rect
                    key={`${key} ${index}`}
                    x={(across(key) ?? 0) + (isStacked ? 0 : (index * across.bandwidth()) / values.length)}
                    y={y}
                    width={across.bandwidth() / (isStacked ? 1 : values.length)}
                    height={high}
                    fill={paints[index]}
                  />
                ),
              ),
            )}
            {line !== undefined && (
              <AcrossLine x={(line.at / columns.length) * width} width={width} height={height} label={line.label} />
            )}
          </g>
        </svg>
      )}
      <div
        role="group"
        aria-label={label}
        {...marks.group}
        className="absolute top-0 right-0 bottom-6 left-10 grid auto-cols-fr grid-flow-col"
      >
        {columns.map((column, index) => (
          <a key={column.key} {...marks.mark(index)} href={column.href} aria-label={column.label} className="min-w-0" />
        ))}
      </div>
    </div>
  );
}

/** A dashed line with its label on the side that has room. */
function AcrossLine({ x, width, height, label }: { x: number; width: number; height: number; label: string }) {
  const isRight = x > width / 2;
  return (
    <>
      <line x1={x} x2={x} y1={-TOP} y2={height} className="stroke-ink" strokeWidth="1.5" strokeDasharray="4 3" />
      <text
        x={x + (isRight ? -6 : 6)}
        y={-8}
        textAnchor={isRight ? "end" : "start"}
        className="fill-ink text-xs font-semibold"
      >
        {label}
      </text>
    </>
  );
}

interface Size {
  width: number;
  height: number;
}

/** An element's size in whole pixels, updated live; both 0 before it is mounted. */
function useSize(): [RefCallback<Element>, Size] {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const follow = useCallback((element: Element | null) => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const { width, height } = entry.contentRect;
      setSize({ width: Math.floor(width), height: Math.floor(height) });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [follow, size];
}
