/** Confidence in percent, as number and bar. */
export function Confidence({ value }: { value: number | null | undefined }) {
  const percent =
    typeof value === "number" && Number.isFinite(value) ? Math.min(100, Math.max(0, Math.round(value))) : 0;
  return (
    <span className="inline-flex items-center gap-2">
      <span className="w-10 text-right whitespace-nowrap tabular-nums">{percent}%</span>
      <svg
        role="img"
        aria-label={`Confidence ${percent}%`}
        className="h-1.5 w-14 overflow-hidden rounded-full bg-sunken"
        viewBox="0 0 100 1"
        preserveAspectRatio="none"
      >
        <rect width={percent} height="1" className="fill-link" />
      </svg>
    </span>
  );
}
