import { stack } from "d3-shape";

/** The smallest visible height. */
const LEAST_PIXELS = 2;
/** Background between two parts, so that they are distinguishable regardless of color. */
const GAP_PIXELS = 1;

export interface ColumnSegment {
  /** Index of the value. */
  index: number;
  y: number;
  height: number;
}

/** Positions of a column's stacked parts; `up` gives the y of a count. Zeros are omitted. */
export function columnSegments(values: readonly number[], up: (count: number) => number): ColumnSegment[] {
  const keys = values.map((_, index) => index);
  const layers = stack<readonly number[], number>()
    .keys(keys)
    .value((row, index) => row[index] ?? 0)([values]);
  let bottom = up(0);
  return layers.flatMap((layer) => {
    const [from, to] = layer[0] ?? [0, 0];
    if (to === from) return [];
    const top = Math.min(up(to), bottom - LEAST_PIXELS);
    const gap = bottom === up(0) || bottom - top <= LEAST_PIXELS + GAP_PIXELS ? 0 : GAP_PIXELS;
    const segment = { index: layer.key, y: top, height: bottom - top - gap };
    bottom = top;
    return [segment];
  });
}

/** Positions of parts that are side by side. */
export function separateSegments(values: readonly number[], up: (count: number) => number): ColumnSegment[] {
  return values.flatMap((value, index) => columnSegments([value], up).map((segment) => ({ ...segment, index })));
}
