import { LIMITS } from "#shared/limits.ts";
import { scoreBand } from "#shared/score-band.ts";
import { classNames } from "#web/ui/class-names.ts";

const FILLS = { success: "fill-success", warning: "fill-warning", neutral: "fill-neutral" } as const;

/** A score as number and bar, colored by its band; a missing score is 0. */
export function Score({ score, className }: { score: number | null | undefined; className?: string }) {
  const { min, max } = LIMITS.score;
  const value = typeof score === "number" && Number.isFinite(score) ? Math.round(score) : 0;
  const filled = Math.min(max, Math.max(min, value));
  const band = scoreBand(filled);
  return (
    <span className={classNames("inline-flex items-center gap-2", className)}>
      <span className="w-7 text-right tabular-nums">{value}</span>
      <svg
        aria-hidden
        data-band={band}
        className="h-1.5 w-14 overflow-hidden rounded-full bg-sunken"
        viewBox="0 0 100 1"
        preserveAspectRatio="none"
      >
        <rect width={filled} height="1" className={FILLS[band]} />
      </svg>
    </span>
  );
}
