/** A measured figure with its limit and goal. */
export interface Figure {
  name: string;
  /** Empty if the engine doesn't matter. */
  engine: string;
  value: number;
  unit: string;
  /** What the bare parts achieve in the same run and unit; null if only the goal counts. */
  limit: number | null;
  /** `>= 0.7` of the limit, or `<= 15 ms`. */
  goal: string;
  met: boolean;
}

type Measured = Pick<Figure, "name" | "engine" | "value" | "unit">;

/** A rate that must be at least this part of its limit. */
export function atLeast(part: number, limit: number, figure: Measured): Figure {
  return { ...figure, limit, goal: `>= ${part}`, met: figure.value / limit >= part };
}

/** A cost with a maximum; `limit` is the bare parts' cost, if measured. */
export function atMost(most: number, figure: Measured, limit: number | null = null): Figure {
  return { ...figure, limit, goal: `<= ${most} ${figure.unit}`, met: figure.value <= most };
}

/** A cost that may be at most this part of its limit. */
export function atMostPart(part: number, limit: number, figure: Measured): Figure {
  return { ...figure, limit, goal: `<= ${readable(part)}`, met: figure.value / limit <= part };
}

/** The figures as a Markdown table. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, engine, value, unit, limit, goal, met }) => [
    name,
    engine,
    `${readable(value)} ${unit}`,
    limit === null ? "" : `${readable(limit)} ${unit}`,
    limit === null ? "" : (value / limit).toFixed(2),
    goal,
    met ? "met" : "NOT MET",
  ]);
  const headings = ["figure", "engine", "value", "limit", "ratio", "goal", ""];
  const widths = headings.map((heading, column) =>
    Math.max(...[heading, ...rows.map((row) => row[column] ?? "")].map((cell) => cell.length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(headings), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The value that this percentage of the values is below. */
export function percentile(values: readonly number[], percent: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length * percent) / 100)] ?? 0;
}

function readable(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 });
}
