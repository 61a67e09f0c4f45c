import { formatCount } from "#web/format/number.ts";

interface ProgressBarProps {
  /** The current work, such as "Reading rows". */
  label: string;
  done: number;
  /** Null while unknown. */
  total: number | null;
  /** What is counted, if the label doesn't say: "kB". */
  unit?: string;
  /** The total is shown as an estimate. */
  isEstimate?: boolean;
}

/** Progress with counts; screen readers announce each quarter. */
export function ProgressBar({ label, done, total, unit, isEstimate = false }: ProgressBarProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex justify-between gap-3 text-sm">
        <span className="truncate">{label}</span>
        <span className="shrink-0 text-muted tabular-nums">
          {total === null
            ? done > 0 && formatCount(done)
            : `${formatCount(done)} of ${isEstimate ? "about " : ""}${formatCount(total)}`}
          {unit !== undefined && ` ${unit}`}
        </span>
      </div>
      <progress
        aria-label={label}
        {...(total === null ? {} : { value: done, max: Math.max(1, total) })}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-sunken indeterminate:animate-breathe [&::-moz-progress-bar]:bg-link [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-link forced-colors:border forced-colors:[&::-moz-progress-bar]:bg-[Highlight] forced-colors:[&::-webkit-progress-value]:bg-[Highlight]"
      />
      <span role="status" className="sr-only">
        {total !== null && total > 0 && `${Math.floor((4 * done) / total) * 25}% done`}
      </span>
    </div>
  );
}
