import { isPatterned, SERIES_COUNT } from "#web/ui/chart/series.ts";

const SIZE = 6;
/** Drawn over the series color in the background color. */
const STROKES = ["M-1,1 l2,-2 M0,6 l6,-6 M5,7 l2,-2", "M0,3 h6", "M3,0 v6", "M-1,5 l2,2 M0,0 l6,6 M5,-1 l2,2"] as const;

/** Defines the patterns of seriesPaint; include it once on pages with charts. */
export function SeriesPatterns() {
  const numbers = Array.from({ length: SERIES_COUNT }, (_, index) => index + 1).filter(isPatterned);
  return (
    <svg aria-hidden width="0" height="0" className="absolute">
      <defs>
        {numbers.map((number, index) => (
          <pattern key={number} id={`series-${number}`} width={SIZE} height={SIZE} patternUnits="userSpaceOnUse">
            <rect width={SIZE} height={SIZE} fill={`var(--color-series-${number})`} />
            <path d={STROKES[index % STROKES.length]} stroke="var(--color-surface)" strokeWidth="1.5" />
          </pattern>
        ))}
      </defs>
    </svg>
  );
}
