import { formatCount } from "#web/format/number.ts";

interface ProgressBarProps {
  /** What is being done, such as "Reading rows". */
  label: string;
  done: number;
  /** Null while nobody knows how much there is. */
  total: number | null;
}

/** Long work with its counts. */
export function ProgressBar({ label, done, total }: ProgressBarProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex justify-between gap-3 text-sm">
        <span className="truncate">{label}</span>
        <span className="shrink-0 text-muted tabular-nums">
          {total === null ? formatCount(done) : `${formatCount(done)} of ${formatCount(total)}`}
        </span>
      </div>
      <progress
        aria-label={label}
        {...(total === null ? {} : { value: done, max: Math.max(1, total) })}
        className="h-1.5 w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-link [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-link"
      />
    </div>
  );
}
