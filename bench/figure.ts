/** A measured figure beside what it is held against. */
export interface Figure {
  name: string;
  /** What it ran on; empty where the engine does not matter. */
  engine: string;
  value: number;
  unit: string;
  /** What the bare parts reach in the same run, in the same unit; null where the reach itself is the limit. */
  limit: number | null;
  /** `>= 0.7` of the limit, or `<= 15` of the unit. */
  reach: string;
  met: boolean;
}

type Measured = Pick<Figure, "name" | "engine" | "value" | "unit">;

/** A rate that has to be at least this part of the rate of its limit. */
export function atLeast(part: number, limit: number, figure: Measured): Figure {
  return { ...figure, limit, reach: `>= ${part}`, met: figure.value / limit >= part };
}

/** A cost that may be at most this; `limit` is what the bare parts cost, where that was measured too. */
export function atMost(most: number, figure: Measured, limit: number | null = null): Figure {
  return { ...figure, limit, reach: `<= ${most} ${figure.unit}`, met: figure.value <= most };
}

/** The figures as a table in Markdown. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, engine, value, unit, limit, reach, met }) => [
    name,
    engine,
    `${readable(value)} ${unit}`,
    limit === null ? "" : `${readable(limit)} ${unit}`,
    limit === null ? "" : (value / limit).toFixed(2),
    reach,
    met ? "met" : "NOT MET",
  ]);
  const headings = ["figure", "engine", "value", "limit", "ratio", "reach", ""];
  const widths = headings.map((heading, column) =>
    Math.max(...[heading, ...rows.map((row) => row[column] ?? "")].map((cell) => cell.length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(headings), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function readable(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: value < 10 ? 2 : value < 100 ? 1 : 0 });
}
