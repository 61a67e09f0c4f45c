import { LoadingNote, Skeleton } from "#web/ui/skeleton.tsx";

interface LoadingBarsProps {
  what: string;
  /** The size of each placeholder, such as "h-5 w-48". */
  bars: readonly string[];
  className?: string;
}

/** Placeholders, announced. */
export function LoadingBars({ what, bars, className }: LoadingBarsProps) {
  return (
    <div className={className}>
      <LoadingNote what={what} />
      {bars.map((bar, index) => (
        <Skeleton key={index} className={bar} />
      ))}
    </div>
  );
}
