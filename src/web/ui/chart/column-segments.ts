import { stack } from "d3-shape";

/** As low as a part can be and still be seen. */
const LEAST_PIXELS = 2;
/** The ground that shows between two parts, so that neighbours are told apart whatever their colours. */
const GAP_PIXELS = 1;

export interface ColumnSegment {
  /** Which of the values. */
  index: number;
  y: number;
  height: number;
}

/** Where the parts of a column are drawn, from the bottom up; `up` gives the y of a count. What is 0 is not drawn. */
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

/** The same for parts that stand beside each other, each on the ground. */
export function separateSegments(values: readonly number[], up: (count: number) => number): ColumnSegment[] {
  return values.flatMap((value, index) => columnSegments([value], up).map((segment) => ({ ...segment, index })));
}
